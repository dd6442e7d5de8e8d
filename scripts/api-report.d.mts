export const PACKAGES: readonly string[];
export function reportOf(name: string): string;
export function pageOf(name: string): string;
export function undocumented(name: string): string[];
export function namelessErrors(name: string): string[];
