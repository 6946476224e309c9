// x
export function Drill() { return null; }
