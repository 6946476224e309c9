// The screen Help: what the page is for, what each screen does, its keys, and the words that it uses.
import { abilities } from "../../api/abilities";
import { strings } from "../../i18n";
import { addressOf, TABS } from "../../state/route";
import { language } from "../../state/settings";
import { helpEn } from "./en";
import { helpZh } from "./zh";

export function Help() {
  const { common } = strings.value;
  const help = language.value === "zh" ? helpZh : helpEn;
  const version = abilities.value?.version ?? "";
  return (
    <article class="help stack">
      <div>
        <h1>{common.screens.help}</h1>
        <p>{help.purpose}</p>
        {version !== "" && <p class="quiet">{common.version(version)}</p>}
      </div>
      <section class="panel" aria-labelledby="help-screens">
        <h2 id="help-screens">{help.screensTitle}</h2>
        <dl class="terms">
          {TABS.map((name) => (
            <div key={name}>
              <dt>
                <a href={addressOf(name)}>{common.screens[name]}</a>
              </dt>
              <dd>{help.screens[name]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Terms id="help-keys" title={help.keysTitle} terms={help.keys} />
      <Terms id="help-words" title={help.wordsTitle} terms={help.words} />
      <p>{help.more}</p>
    </article>
  );
}

/** Words with what they mean. */
function Terms({ id, title, terms }: { id: string; title: string; terms: readonly (readonly [term: string, meaning: string])[] }) {
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl class="terms">
        {terms.map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
