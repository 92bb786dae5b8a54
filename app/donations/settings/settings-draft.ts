import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { formMessages } from '#base/text/form-rules.ts';

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
  const sum = (amount: number) => typedAmount(amount);
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

/** The number of a field, or what is wrong with its text. */
interface Read {
  readonly number: number;
  readonly fault: string | null;
}

function read(number: number | null, wrong: string): Read {
  if (number === null) return { number: Number.NaN, fault: formMessages.required };
  return { number, fault: Number.isNaN(number) ? wrong : null };
}

/** The settings to send, and the fields whose texts are no number. */
export function bodyOf(draft: SettingsDraft, version: string | undefined) {
  const minAmount = read(readAmount(draft.minAmount), formMessages.amount);
  const maxAmount = read(readAmount(draft.maxAmount), formMessages.amount);
  const messageMaxLength = read(readAmount(draft.messageMaxLength), 'Нужно число');
  const commissionPercent = read(readAmount(draft.commissionPercent), 'Нужно число');
  const presets = draft.presets.map((text) => read(readAmount(text), formMessages.amount));
  const fields: Record<string, Read> = { minAmount, maxAmount, messageMaxLength, commissionPercent };
  for (const [index, preset] of presets.entries()) fields[`presets.${index}`] = preset;
  const faults = Object.entries(fields).flatMap(([name, { fault }]) => (fault === null ? [] : [[name, fault]]));
  const stopReason = draft.stopReason.trim() === '' ? null : draft.stopReason.trim();
  const { isEnabled, stopWords } = draft;
  return {
    faults: Object.fromEntries(faults),
    body: {
      minAmount: minAmount.number,
      maxAmount: maxAmount.number,
      messageMaxLength: messageMaxLength.number,
      commissionPercent: commissionPercent.number,
      presets: presets.map(({ number }) => number),
      stopWords: [...stopWords],
      isEnabled,
      stopReason,
      ...(version && { version }),
    },
  };
}

/** A draft without the fields of sums that were added and left empty. */
export function withoutEmpty(draft: SettingsDraft): SettingsDraft {
  return { ...draft, presets: draft.presets.filter((text) => readAmount(text) !== null) };
}

/** The words of a text, separated by lines or commas, each once and in their order. */
export function wordsIn(text: string): string[] {
  const words = text.split(/[\n,;]+/u).map((word) => word.trim().toLowerCase());
  return [...new Set(words.filter((word) => word !== ''))];
}
