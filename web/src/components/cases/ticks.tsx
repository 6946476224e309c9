// The cases that are ticked for the drill, and the buttons that tick whole groups. The browser keeps them.
import { strings } from "../../i18n";
import { keptSignal } from "../../state/kept";
import { type Case, nameOf } from "./case";

/** The names of the ticked cases of all sets. */
const names = keptSignal<readonly string[]>("ticked", (stored) =>
  Array.isArray(stored) ? stored.filter((name): name is string => typeof name === "string") : [],
);

/** Returns the names of the ticked cases of all sets. */
export const tickedNames = (): readonly string[] => names.value;

/** Returns those of some cases that are ticked. Reading them in a component subscribes the component to them. */
export function tickedOf(cases: readonly Case[]): Case[] {
  const ticked = new Set(names.value);
  return cases.filter((one) => ticked.has(nameOf(one)));
}

/** Ticks cases, or removes their ticks. */
export function tick(cases: readonly Case[], isTicked: boolean): void {
  const changed = cases.map(nameOf);
  const others = names.peek().filter((name) => !changed.includes(name));
  names.value = isTicked ? [...others, ...changed] : others;
}

/** Returns the groups of some cases, in their order; none if they have no groups. */
export const groupsIn = (cases: readonly Case[]): string[] => [...new Set(cases.map(({ group }) => group))].filter((group) => group !== "");

/** A button for each group, which ticks all of its cases or removes their ticks, and one that removes all ticks. */
export function TickGroups({ cases }: { cases: readonly Case[] }) {
  const { cases: text } = strings.value;
  const ticked = tickedOf(cases);
  return (
    <div class="row" role="group" aria-label={text.tickGroups}>
      {groupsIn(cases).map((group) => {
        const members = cases.filter((one) => one.group === group);
        const count = ticked.filter((one) => one.group === group).length;
        const state = count === members.length ? "true" : count === 0 ? "false" : "mixed";
        return (
          <button key={group} type="button" aria-pressed={state} onClick={() => tick(members, count < members.length)}>
            {text.groupName(group)} {count > 0 && `${count}/`}
            {members.length}
          </button>
        );
      })}
      {ticked.length > 0 && (
        <button type="button" onClick={() => tick(cases, false)}>
          {text.untickAll}
        </button>
      )}
    </div>
  );
}
