import { z } from 'zod';
import { downSystems, offeredSystems } from '#app/payments/payment-wire.ts';
import { get, nothing, put } from '#base/calls/call.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenText } from '#base/calls/text-wire.ts';
import { isInHundredths, notInHundredths } from '#base/text/number-text.ts';
import { longestReason } from '#base/text/reason-length.ts';
import { settingsChanged } from './settings-failures.ts';
import { settingsLimits } from './settings-limits.ts';

/** The limit for all stop words together, counted as they are matched, since the work of masking grows with them. */
const mostStopLetters = 5_000;
const lettersIn = (words: readonly string[]) => words.reduce((sum, word) => sum + word.normalize('NFKD').length, 0);

const stopWords = z
  .array(z.string().trim().min(2).max(50))
  .max(500)
  .refine((words) => lettersIn(words) <= mostStopLetters, {
    error: 'Слишком длинный список: вместе не больше 5 000 букв',
  });

const percent = z
  .number()
  .min(0)
  .max(settingsLimits.commissionPercent)
  .refine(isInHundredths, { error: notInHundredths });

/** The settings of donations (docs/rules.md#donations). */
export const settingsCalls = {
  /** The limits for the donation form, in main units; for an admin all settings (docs/rules.md#donations). */
  settings: get('Donate/Settings', {
    summary: 'The limits of donations',
    access: 'guest',
    answer: z.object({
      minAmount: money,
      maxAmount: money,
      presets: z.array(money),
      messageMaxLength: z.int(),
      isEnabled: z.boolean(),
      stopReason: z.string().nullable(),
      /** Absent where the gateway is the only payment system. */
      paymentSystems: offeredSystems.optional(),
      downSystems,
      /** Those that charge cards for monthly support, the default first; absent where none does. */
      monthlySystems: offeredSystems.optional(),
      /** The default of those, for pages of the release before. */
      monthlySystem: offeredSystems.element.optional(),
      commissionPercent: percent.optional(),
      stopWords: z.array(z.string()).optional(),
      version: z.string().optional(),
    }),
    errors: [],
  }),
  /**
   * Replaces all settings of donations, amounts in main units. `stopWords`: a single word, or `word*` for all that start so;
   * at most 500, of 2 to 50 letters, 5,000 together.
   * `isEnabled: false` stops all donations; `stopReason`, up to 300 characters, is shown to users then. `version`: that of
   * the settings that were read, without one what this session was last shown: 409 `SettingsChanged` if another admin has saved since. 400 with the member at fault (docs/rules.md#donations).
   */
  changeSettings: put('Donate/Settings', {
    summary: 'Set the limits of donations',
    access: 'admin',
    body: z.strictObject({
      minAmount: money.refine((amount) => amount > 0, { error: 'Значение должно превышать 0' }),
      maxAmount: money,
      presets: z.array(money).min(1).max(10),
      messageMaxLength: z.int().min(0).max(settingsLimits.messageMaxLength),
      commissionPercent: percent,
      stopWords,
      isEnabled: z.boolean(),
      stopReason: seenText().max(longestReason).nullish(),
      version: z.string().max(64).optional(),
    }),
    answer: nothing,
    errors: [settingsChanged],
    audited: true,
  }),
};
