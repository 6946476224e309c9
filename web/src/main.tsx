// Starts the page.
import { render } from "preact";
import { App } from "./app";
import "./styles/base.css";
import "./styles/components.css";

render(<App />, document.getElementById("page")!);
