// The sessions of a csTimer export: the one that is open there, and those that have no 3x3x3.
import type { Source } from "./run";

/** A session of an export, with its number of solves. */
export interface ExportedSession {
  name: string;
  solves: number;
}

/** The sessions of an export. */
export interface Export {
  /** The name of the session that is open in csTimer. */
  current: string;
  sessions: readonly ExportedSession[];
}

/** The members of an export that are read here. */
interface Members {
  properties?: { session?: number; sessionData?: string };
  [session: `session${number}`]: unknown;
}

/** Returns the sessions of an export of csTimer; null for any other text. */
export async function exportOf({ body }: Source): Promise<Export | null> {
  const text = typeof body === "string" ? body : await body.text();
  if (!/^\s*\{\s*"(?:session\d+|properties)"/.test(text)) return null;
  try {
    return read(JSON.parse(text) as Members);
  } catch {
    return null;
  }
}

function read({ properties = {}, ...members }: Members): Export {
  const data = JSON.parse(properties.sessionData ?? "{}") as Record<string, { name?: string | number }>;
  const nameOf = (number: string) => String(data[number]?.name ?? number);
  const sessions = Object.entries(members).flatMap(([member, solves]): ExportedSession[] => {
    const [, number] = /^session(\d+)$/.exec(member) ?? [];
    return number !== undefined && Array.isArray(solves) && solves.length > 0 ? [{ name: nameOf(number), solves: solves.length }] : [];
  });
  return { current: nameOf(String(properties.session ?? 1)), sessions };
}
