import type { Locale } from '#base/text/locales.ts';

/** The words of messages in one language. Sums come with their currency. */
export interface NoticeWords {
  readonly somebody: string;
  donation(name: string, sum: string): string;
  /** Of a donation that was shared in a stream together; `sum`: of all of it. */
  partOf(sum: string): string;
  donations(count: number, sum: string): string;
  readonly from: string;
  payoutPaid(sum: string): string;
  payoutDeclined(sum: string): string;
  readonly reason: string;
  message(creator: string): string;
  post(creator: string): string;
  /** To whoever has won a draw. */
  won(creator: string): string;
  readonly wonAdvice: string;
  readonly sourceLost: string;
  readonly sourceAdvice: string;
  /** `name`: of the creator. */
  thanks(name: string): string;
  readonly accepted: string;
  readonly rejected: string;
  readonly review: string;
  /** Buttons. */
  readonly replay: string;
  readonly skip: string;
  readonly thank: string;
  /** Answers to presses. */
  readonly replayDone: string;
  readonly skipDone: string;
  readonly thankDone: string;
  readonly pressedBefore: string;
  readonly notPossible: string;
  readonly notYours: string;
  /** Answers in the chat. */
  linked(userName: string): string;
  /** The chat gets messages, but cannot log in. */
  linkedForMessages(userName: string): string;
  /** In the chat that was linked before another one. */
  movedAway(userName: string): string;
  readonly codeExpired: string;
  readonly unlinked: string;
  readonly notLinked: string;
  readonly welcome: string;
  /** Above the button that opens the page of a creator. */
  pageOf(name: string): string;
  /** The button that opens a page of the site, of the bot's menu too. */
  readonly openPage: string;
}

const russianCount = new Intl.PluralRules('ru');
const russianDonations: Readonly<Record<string, string>> = { one: 'донат', few: 'доната', many: 'донатов' };

const russian: NoticeWords = {
  somebody: 'Аноним',
  donation: (name, sum) => `${name} — ${sum}`,
  partOf: (sum) => `Ваша часть от ${sum}, стрим вместе`,
  donations: (count, sum) => `${count} ${russianDonations[russianCount.select(count)] ?? 'доната'} на ${sum}`,
  from: 'От кого',
  payoutPaid: (sum) => `Выплата ${sum} отправлена`,
  payoutDeclined: (sum) => `В выплате ${sum} отказано, деньги снова на балансе`,
  reason: 'Причина',
  message: (creator) => `${creator} пишет подписчикам`,
  post: (creator) => `${creator}: новый пост`,
  won: (creator) => `${creator}: вы выиграли в розыгрыше`,
  wonAdvice: 'Откройте страницу розыгрыша и напишите, как вам передать приз. Ответьте за трое суток.',
  sourceLost: 'Виджет отключился, донаты ждут показа',
  sourceAdvice: 'Откройте OBS и проверьте источник с оповещениями. Когда он вернётся, донаты покажутся сами.',
  thanks: (name) => `${name} благодарит вас за донат`,
  accepted: 'Принято',
  rejected: 'Отклонено',
  review: 'Модератор проверил вашу страницу',
  replay: 'Показать ещё раз',
  skip: 'Пропустить',
  thank: 'Поблагодарить',
  replayDone: 'Покажем ещё раз',
  skipDone: 'Пропущено',
  thankDone: 'Вы поблагодарили',
  pressedBefore: 'Это уже сделано',
  notPossible: 'Сейчас это невозможно: состояние доната изменилось',
  notYours: 'Этот чат больше не привязан к странице',
  linked: (userName) =>
    `Готово! Здесь будут уведомления страницы ${userName}, и отсюда можно войти в её аккаунт: откройте сайт кнопкой меню. Отвязать чат можно командой /stop.`,
  linkedForMessages: (userName) =>
    `Готово! Здесь будут уведомления страницы ${userName}. Чтобы и входить отсюда, привяжите чат на сайте, войдя по паролю. Отвязать чат можно командой /stop.`,
  movedAway: (userName) =>
    `Уведомления страницы ${userName} теперь приходят в другой чат. Если это были не вы, смените пароль: так закроются и все входы.`,
  codeExpired: 'Ссылка устарела. Получите новую в разделе «Уведомления» своего профиля.',
  unlinked: 'Уведомления отключены. Вернуть их можно в разделе «Уведомления» своего профиля.',
  notLinked: 'Этот чат ни к чему не привязан.',
  welcome:
    'Чтобы получать уведомления, откройте раздел «Уведомления» своего профиля на сайте и нажмите «Привязать чат».',
  pageOf: (name) => `${name}: страница открывается здесь, в Telegram.`,
  openPage: 'Открыть',
};

const uzbek: NoticeWords = {
  somebody: 'Anonim',
  donation: (name, sum) => `${name} — ${sum}`,
  partOf: (sum) => `Sizning ulushingiz, jami ${sum}, birgalikda strim`,
  donations: (count, sum) => `${count} ta donat, jami ${sum}`,
  from: 'Kimdan',
  payoutPaid: (sum) => `${sum} toʻlab berildi`,
  payoutDeclined: (sum) => `${sum} toʻlab berish rad etildi, pul yana balansda`,
  reason: 'Sababi',
  message: (creator) => `${creator} obunachilariga yozdi`,
  post: (creator) => `${creator}: yangi post`,
  won: (creator) => `${creator}: siz sovgʻali oʻyinda yutdingiz`,
  wonAdvice: 'Sovgʻali oʻyin sahifasini oching va sovgʻani qanday olishingizni yozing. Uch kun ichida javob bering.',
  sourceLost: 'Vidjet uzildi, donatlar koʻrsatilishini kutmoqda',
  sourceAdvice:
    'OBS dasturini oching va bildirishnomalar manbasini tekshiring. U qaytgach, donatlar oʻzi koʻrsatiladi.',
  thanks: (name) => `${name} donatingiz uchun minnatdorchilik bildirdi`,
  accepted: 'Qabul qilindi',
  rejected: 'Rad etildi',
  review: 'Moderator sahifangizni tekshirdi',
  replay: 'Yana koʻrsatish',
  skip: 'Oʻtkazib yuborish',
  thank: 'Minnatdorchilik bildirish',
  replayDone: 'Yana koʻrsatamiz',
  skipDone: 'Oʻtkazib yuborildi',
  thankDone: 'Minnatdorchilik bildirdingiz',
  pressedBefore: 'Bu allaqachon bajarilgan',
  notPossible: 'Hozir buni bajarib boʻlmaydi: donat holati oʻzgargan',
  notYours: 'Bu chat endi sahifaga bogʻlanmagan',
  linked: (userName) =>
    `Tayyor! ${userName} sahifasining xabarlari shu yerga keladi va shu yerdan uning hisobiga kirish mumkin: saytni menyu tugmasi bilan oching. Chatni uzish uchun /stop buyrugʻini yuboring.`,
  linkedForMessages: (userName) =>
    `Tayyor! ${userName} sahifasining xabarlari shu yerga keladi. Bu yerdan hisobga kirish uchun saytga parol bilan kirib, chatni qayta bogʻlang. Chatni uzish uchun /stop buyrugʻini yuboring.`,
  movedAway: (userName) =>
    `${userName} sahifasining xabarlari endi boshqa chatga keladi. Buni siz qilmagan boʻlsangiz, parolni almashtiring: shunda barcha kirishlar ham yopiladi.`,
  codeExpired: 'Havola eskirgan. Yangisini profilingizning “Xabarlar” boʻlimidan oling.',
  unlinked: 'Xabarlar oʻchirildi. Ularni profilingizning “Xabarlar” boʻlimida qayta yoqish mumkin.',
  notLinked: 'Bu chat hech narsaga bogʻlanmagan.',
  welcome:
    'Xabar olish uchun saytdagi profilingizning “Xabarlar” boʻlimini oching va “Chatni bogʻlash” tugmasini bosing.',
  pageOf: (name) => `${name}: sahifa shu yerda, Telegramda ochiladi.`,
  openPage: 'Ochish',
};

const english: NoticeWords = {
  somebody: 'Anonymous',
  donation: (name, sum) => `${name} — ${sum}`,
  partOf: (sum) => `Your share of ${sum}, stream together`,
  donations: (count, sum) => `${count} donations, ${sum} in total`,
  from: 'From',
  payoutPaid: (sum) => `Your payout of ${sum} is on its way`,
  payoutDeclined: (sum) => `Your payout of ${sum} was declined, the money is back on your balance`,
  reason: 'Reason',
  message: (creator) => `${creator} writes to members`,
  post: (creator) => `${creator}: a new post`,
  won: (creator) => `${creator}: you have won a draw`,
  wonAdvice: 'Open the page of the draw and write how you would like to get it. Please answer within three days.',
  sourceLost: 'Your widget has disconnected, donations are waiting',
  sourceAdvice: 'Open OBS and check the source with your alerts. Once it is back, the donations show by themselves.',
  thanks: (name) => `${name} thanks you for your donation`,
  accepted: 'Accepted',
  rejected: 'Rejected',
  review: 'A moderator has reviewed your page',
  replay: 'Show again',
  skip: 'Skip',
  thank: 'Say thanks',
  replayDone: 'It will be shown again',
  skipDone: 'Skipped',
  thankDone: 'You said thanks',
  pressedBefore: 'This is done already',
  notPossible: 'Not possible right now: the donation has changed',
  notYours: 'This chat is no longer linked to the page',
  linked: (userName) =>
    `Done! Notices of the page ${userName} come here, and its account can be opened from here: use the menu button. Send /stop to unlink the chat.`,
  linkedForMessages: (userName) =>
    `Done! Notices of the page ${userName} come here. To open its account from here too, log in on the site with your password and link the chat there. Send /stop to unlink the chat.`,
  movedAway: (userName) =>
    `Notices of the page ${userName} go to another chat now. If that was not you, change your password: all logins end with it.`,
  codeExpired: 'This link has expired. Get a new one under “Notices” in your profile.',
  unlinked: 'Notices are off. Turn them on again under “Notices” in your profile.',
  notLinked: 'This chat is not linked to anything.',
  welcome: 'To get notices, open “Notices” in your profile on the site and press “Link a chat”.',
  pageOf: (name) => `${name}: the page opens here, in Telegram.`,
  openPage: 'Open',
};

/** The words of messages by language. */
export const noticeWords: Readonly<Record<Locale, NoticeWords>> = { ru: russian, uz: uzbek, en: english };
