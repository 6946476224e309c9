// Starts the page of the static site: the page itself, and its foot.
import { render } from "preact";
import { client } from "./client";
import { Loading } from "./loading";
import { register } from "./offline";
import { TablesPanel } from "./tables_panel";
import "../main";

render(<TablesPanel />, document.getElementById("site")!);
const loading = document.getElementById("loading")!;
// The words that the page had before its scripts.
loading.replaceChildren();
render(<Loading />, loading);
// The other screens would take the line from the engine.
void client.ready.then(register);
