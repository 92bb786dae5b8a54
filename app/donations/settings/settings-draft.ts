import { groupAmount, readAmount } from '../amount-text.ts';

/** The settings of donations for an admin; sums in main units. */
export interface ReadSettings {
  readonly minAmount: number;
  readonly maxAmount: number;
  readonly presets: readonly number[];
  readonly messageMaxLength: number;
  readonly isEnabled: boolean;
  readonly stopReason: string | null;
  readonly commissionPercent?: number | undefined;
  readonly stopWords?: readonly string[] | undefined;
  readonly version?: string | undefined;
}

/** The same as field texts. */
export interface SettingsDraft {
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly presets: readonly string[];
  readonly messageMaxLength: string;
  readonly commissionPercent: string;
  readonly stopWords: readonly string[];
  readonly isEnabled: boolean;
  readonly stopReason: string;
}

export type SettingsField = keyof SettingsDraft;

/** The first texts of the fields. */
export function settingsDraftOf(settings: ReadSettings): SettingsDraft {
  const sum = (amount: number) => groupAmount(String(amount));
  return {
    minAmount: sum(settings.minAmount),
    maxAmount: sum(settings.maxAmount),
    presets: settings.presets.map(sum),
    messageMaxLength: String(settings.messageMaxLength),
    commissionPercent: String(settings.commissionPercent ?? 0).replace('.', ','),
    stopWords: settings.stopWords ?? [],
    isEnabled: settings.isEnabled,
    stopReason: settings.stopReason ?? '',
  };
}

const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

/** The settings to send, and the names of fields without a number. */
export function bodyOf(draft: SettingsDraft, version: string | undefined) {
  const numbers = {
    minAmount: readAmount(draft.minAmount) ?? Number.NaN,
    maxAmount: readAmount(draft.maxAmount) ?? Number.NaN,
    messageMaxLength: numberIn(draft.messageMaxLength),
    commissionPercent: numberIn(draft.commissionPercent),
  };
  const empty = Object.entries(numbers).flatMap(([name, value]) => (Number.isNaN(value) ? [name] : []));
  const presets = draft.presets.flatMap((text) => readAmount(text) ?? []);
  const stopReason = draft.stopReason.trim() === '' ? null : draft.stopReason.trim();
  const { isEnabled, stopWords } = draft;
  return {
    empty,
    body: { ...numbers, presets, stopWords: [...stopWords], isEnabled, stopReason, ...(version && { version }) },
  };
}

/** The words of a text, separated by lines or commas, each once and in their order. */
export function wordsIn(text: string): string[] {
  const words = text.split(/[\n,;]+/u).map((word) => word.trim().toLowerCase());
  return [...new Set(words.filter((word) => word !== ''))];
}
