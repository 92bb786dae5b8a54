import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { formMessages } from '#base/text/form-rules.ts';
import {
  isInHundredths,
  notBelow,
  notInHundredths,
  notWhole,
  readDecimal,
  readWhole,
  typedDecimal,
} from '#base/text/number-text.ts';
import { sumFault } from '#base/text/sum-fault.ts';
import { settingsLimits } from './settings-limits.ts';

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
    commissionPercent: typedDecimal(settings.commissionPercent ?? 0),
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

const readSum = (text: string): Read => ({ number: readAmount(text) ?? Number.NaN, fault: sumFault(text) });

function numberFault(number: number | null, most: number, wrong: string): string | null {
  if (number === null) return formMessages.required;
  if (Number.isNaN(number)) return wrong;
  if (number < 0) return notBelow(0);
  return number > most ? formMessages.notAbove(most) : null;
}

const read = (number: number | null, most: number, wrong: string): Read => ({
  number: number ?? Number.NaN,
  fault: numberFault(number, most, wrong),
});

function readPercent(text: string): Read {
  const { number, fault } = read(readDecimal(text), settingsLimits.commissionPercent, 'Нужно число');
  return { number, fault: fault ?? (isInHundredths(number) ? null : notInHundredths) };
}

/** The sums that are sent: those that were left empty are not. */
const presetsOf = ({ presets }: SettingsDraft) => presets.filter((text) => readAmount(text) !== null);

/** The settings to send, and what is wrong with their texts, by the names that the server uses. */
export function bodyOf(draft: SettingsDraft, version: string | undefined) {
  const minAmount = readSum(draft.minAmount);
  const maxAmount = readSum(draft.maxAmount);
  const messageMaxLength = read(readWhole(draft.messageMaxLength), settingsLimits.messageMaxLength, notWhole);
  const commissionPercent = readPercent(draft.commissionPercent);
  const presets = presetsOf(draft).map(readSum);
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

/** The faults of what was sent, at the fields of the draft. */
export function faultsAt(draft: SettingsDraft, faults: Readonly<Record<string, string>>): Record<string, string> {
  const places = draft.presets.flatMap((text, place) => (readAmount(text) === null ? [] : [place]));
  const fieldOf = (name: string) => name.replace(/(?<=^presets\.)\d+/, (at) => String(places[Number(at)] ?? at));
  return Object.fromEntries(Object.entries(faults).map(([name, fault]) => [fieldOf(name), fault]));
}

/** A draft that is saved, in the form of what was read: `2,5` of `2.500`, without the sums that were left empty. */
export function savedDraft(draft: SettingsDraft): SettingsDraft {
  const { minAmount, maxAmount, presets, messageMaxLength, commissionPercent } = bodyOf(draft, undefined).body;
  const { stopWords, isEnabled, stopReason } = draft;
  const numbers = settingsDraftOf({
    minAmount,
    maxAmount,
    presets,
    messageMaxLength,
    commissionPercent,
    stopWords,
    isEnabled,
    stopReason,
  });
  return { ...numbers, stopReason };
}

/** The words of a text, separated by lines or commas, each once and in their order. */
export function wordsIn(text: string): string[] {
  const words = text.split(/[\n,;]+/u).map((word) => word.trim().toLowerCase());
  return [...new Set(words.filter((word) => word !== ''))];
}
