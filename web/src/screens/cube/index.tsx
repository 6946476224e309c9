// x
export function SmartCube() { return null; }
