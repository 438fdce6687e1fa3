/** The suite's service on a loopback port. */
export function serve(): Promise<{ base: string; closed(path: string): Promise<void>; close(): void }>
