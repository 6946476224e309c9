// Starts the page of the static site: the page itself, and its foot.
import { render } from "preact";
import { register } from "./offline";
import { TablesPanel } from "./tables_panel";
import "../main";

render(<TablesPanel />, document.getElementById("site")!);
void register();
