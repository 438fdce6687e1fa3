/** Takes the rejection of something that nobody waits for. */
export function ignore(): void {}
