// Starts the page of the static site: the page itself, and its foot.
import { render } from "preact";
import { client } from "./client";
import { Loading } from "./loading";
import { register } from "./offline";
import { TablesPanel } from "./tables_panel";
import "../main";

render(<TablesPanel />, document.getElementById("site")!);
render(<Loading />, document.getElementById("loading")!);
// The other screens would take the line from the engine.
void client.ready.then(register);
