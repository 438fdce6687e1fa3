/** Handles the rejection of a promise that nobody waits for. */
export function ignore(): void {}
