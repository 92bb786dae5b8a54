import type { Locale, Translated } from '#base/text/locales.ts';
import type { CodeInChat } from '../code-chats.server.ts';
import type { CodePurpose } from './sms-codes-store.server.ts';

const words: Readonly<Record<CodePurpose, Translated>> = {
  phone: { ru: 'код подтверждения', uz: 'tasdiqlash kodi', en: 'confirmation code' },
  admin: { ru: 'код входа в управление', uz: 'boshqaruvga kirish kodi', en: 'code for the staff area' },
};

const warning: Translated = {
  ru: 'Никому его не сообщайте',
  uz: 'Uni hech kimga aytmang',
  en: 'Do not share it with anyone',
};

export interface CodeText {
  /** The name of the site. */
  readonly site: string;
  readonly purpose: CodePurpose;
  readonly code: string;
  readonly locale: Locale;
  readonly host: string;
}

/** The text of a message with a code. The last line lets a browser fill the code in, on this site only. */
export function codeText({ site, purpose, code, locale, host }: CodeText): string {
  return `${site}: ${words[purpose][locale]} ${code}. ${warning[locale]}\n\n@${host} #${code}`;
}

const inChats: Translated = {
  ru: 'Код действует 5 минут. Если вы его не запрашивали, ничего не делайте',
  uz: 'Kod 5 daqiqa amal qiladi. Uni soʻramagan boʻlsangiz, hech narsa qilmang',
  en: 'The code is valid for 5 minutes. If you did not ask for it, do nothing',
};

/** The same for a chat with the bot. The host says where the code may be typed. */
export function codeInChat({ site, purpose, code, locale, host }: CodeText): CodeInChat {
  const after = `\n\n${warning[locale]}. ${inChats[locale]}.`;
  return { before: `${site} (${host}), ${words[purpose][locale]}:\n\n`, code, after };
}
