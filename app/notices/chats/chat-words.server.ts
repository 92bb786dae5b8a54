import type { Locale } from '#base/text/locales.ts';

interface ChatWords {
  /** To a creator, in the private chat with the bot. */
  connected(title: string): string;
  /** The same where the bot lacks rights. */
  connectedIdle(title: string): string;
  /** Everybody may come into the chat. */
  isPublic(title: string): string;
  /** To whoever asks to come in with an account that nobody has linked. `link`: where it is linked; `page`: of the creator. */
  notLinked(creator: string, link: string, page: string): string;
  /** To whoever has no such support. */
  notOpen(creator: string, page: string): string;
  /** The creator is blocked. */
  readonly closed: string;
}

/** The bot's words about closed chats. */
export const chatWords: Readonly<Record<Locale, ChatWords>> = {
  ru: {
    connected: (title) => `Чат «${title}» подключён. Подписчики нужного уровня теперь входят в него сами.`,
    connectedIdle: (title) =>
      `Чат «${title}» подключён, но бот пока никого не впустит: дайте ему права приглашать и блокировать участников.`,
    isPublic: (title) => `«${title}» открыт для всех. Сделайте его закрытым и назначьте бота администратором ещё раз.`,
    notLinked: (creator, link, page) =>
      `В этот чат бот впускает только подписчиков страницы «${creator}» с привязанным Telegram.\nПривязать Telegram: ${link}\nСтраница: ${page}`,
    notOpen: (creator, page) =>
      `Этот чат открыт, пока действует ежемесячная поддержка страницы «${creator}» нужного уровня.\nПоддержать: ${page}`,
    closed: 'Этот чат сейчас никого не принимает.',
  },
  uz: {
    connected: (title) => `“${title}” chati ulandi. Kerakli darajadagi obunachilar unga endi oʻzlari kiradi.`,
    connectedIdle: (title) =>
      `“${title}” chati ulandi, lekin bot hali hech kimni kiritolmaydi: unga taklif qilish va bloklash huquqini bering.`,
    isPublic: (title) => `“${title}” hammaga ochiq. Uni yopiq qiling va botni yana administrator qiling.`,
    notLinked: (creator, link, page) =>
      `Bot bu chatga faqat Telegram bogʻlangan “${creator}” sahifasi obunachilarini kiritadi.\nTelegramni bogʻlash: ${link}\nSahifa: ${page}`,
    notOpen: (creator, page) =>
      `Bu chat “${creator}” sahifasini kerakli darajada har oy qoʻllab-quvvatlaganlarga ochiq.\nQoʻllash: ${page}`,
    closed: 'Bu chat hozir hech kimni qabul qilmaydi.',
  },
  en: {
    connected: (title) => `The chat “${title}” is connected. Members of the right level now come in by themselves.`,
    connectedIdle: (title) =>
      `The chat “${title}” is connected, but the bot cannot let anybody in yet: give it the rights to invite and to ban users.`,
    isPublic: (title) => `“${title}” is open to everybody. Make it private, then make the bot an administrator again.`,
    notLinked: (creator, link, page) =>
      `The bot lets only members of the page “${creator}” with a linked Telegram into this chat.\nLink Telegram: ${link}\nThe page: ${page}`,
    notOpen: (creator, page) =>
      `This chat is open while monthly support of the page “${creator}” at the right level runs.\nSupport: ${page}`,
    closed: 'This chat takes nobody in at the moment.',
  },
};
