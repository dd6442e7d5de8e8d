import type { Preset } from "@framework/shared/plugins/model_provider/compatible";

export function withPresets(page: string, presets: readonly Preset[]): string;
