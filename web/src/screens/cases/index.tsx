// The screen Cases: the cases of a sheet or of a derived set, with algorithms and scrambles.
import { useEffect } from "preact/hooks";
import { chosenSet, isSheet, sheetOrKnown } from "../../components/cases/sets";
import { ownAlgorithms } from "../../state/own_algorithms";
import { DerivedView } from "./derived_view";
import { SheetView } from "./sheet_view";
import "./cases.css";

export function Cases() {
  useEffect(() => void ownAlgorithms.load(), []);
  const choice = chosenSet(sheetOrKnown("oll"));
  return isSheet(choice.set) ? <SheetView set={choice.set} /> : <DerivedView key={JSON.stringify(choice)} choice={choice} />;
}
