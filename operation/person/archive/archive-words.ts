import type { Locale, Translated } from '#base/text/locales.ts';

/** What each file of the archive is, in the words of its README. */
const fileWords: Readonly<Record<string, Translated>> = {
  'page/account.jsonl': { ru: 'ваш вход', uz: 'kirish maʼlumotlaringiz', en: 'your account' },
  'page/page.jsonl': { ru: 'ваша страница', uz: 'sahifangiz', en: 'your page' },
  'page/fields.jsonl': {
    ru: 'поля профиля и что о них решено',
    uz: 'profil maydonlari va ular boʻyicha qarorlar',
    en: 'fields of the profile and what was decided',
  },
  'page/pictures.jsonl': {
    ru: 'ваши картинки, файлы лежат в pictures',
    uz: 'rasmlaringiz, fayllar pictures jildida',
    en: 'your pictures, the files are in pictures',
  },
  'page/sessions.jsonl': { ru: 'где вы входили', uz: 'qayerdan kirgansiz', en: 'where you logged in' },
  'donations/received.jsonl': { ru: 'полученные донаты', uz: 'olingan donatlar', en: 'donations received' },
  'donations/given.jsonl': { ru: 'ваши донаты авторам', uz: 'mualliflarga donatlaringiz', en: 'donations you gave' },
  'donations/donors.jsonl': { ru: 'суммы по донатерам', uz: 'donatchilar boʻyicha summalar', en: 'sums by donor' },
  'donations/alerts.jsonl': {
    ru: 'оповещения на стриме',
    uz: 'strimdagi bildirishnomalar',
    en: 'alerts of the stream',
  },
  'imports/files.jsonl': {
    ru: 'файлы, перенесённые из других сервисов',
    uz: 'boshqa xizmatlardan koʻchirilgan fayllar',
    en: 'files brought from other services',
  },
  'imports/donations.jsonl': {
    ru: 'донаты из этих файлов',
    uz: 'shu fayllardagi donatlar',
    en: 'donations of those files',
  },
  'imports/shown.jsonl': {
    ru: 'показывает ли их ваша страница',
    uz: 'ularni sahifangiz koʻrsatadimi',
    en: 'whether your page shows them',
  },
  'money/accounts.jsonl': { ru: 'счета', uz: 'hisoblar', en: 'accounts' },
  'money/ledger.jsonl': {
    ru: 'все движения по счетам',
    uz: 'hisoblardagi barcha harakatlar',
    en: 'all movements of the accounts',
  },
  'money/payouts.jsonl': { ru: 'выплаты', uz: 'toʻlab berishlar', en: 'payouts' },
  'choices/votes.jsonl': { ru: 'голосования', uz: 'ovoz berishlar', en: 'votes' },
  'choices/vote-options.jsonl': {
    ru: 'варианты голосований',
    uz: 'ovoz berish variantlari',
    en: 'options of the votes',
  },
  'choices/targets.jsonl': { ru: 'рубежи', uz: 'marralar', en: 'targets' },
  'choices/rewards.jsonl': { ru: 'награды за донат', uz: 'donat uchun mukofotlar', en: 'rewards' },
  'choices/draws.jsonl': { ru: 'розыгрыши', uz: 'sovgʻali oʻyinlar', en: 'draws' },
  'choices/draw-winners.jsonl': {
    ru: 'победители розыгрышей',
    uz: 'sovgʻali oʻyin gʻoliblari',
    en: 'winners of the draws',
  },
  'choices/draw-tickets.jsonl': {
    ru: 'ваши билеты в розыгрышах',
    uz: 'sovgʻali oʻyinlardagi chiptalaringiz',
    en: 'your tickets in draws',
  },
  'choices/clocks.jsonl': { ru: 'отсчёты донатона', uz: 'donaton sanoqlari', en: 'countdowns of streams' },
  'choices/clock-corrections.jsonl': {
    ru: 'время, добавленное вручную',
    uz: 'qoʻlda qoʻshilgan vaqt',
    en: 'time added by hand',
  },
  'choices/clock-pauses.jsonl': { ru: 'паузы отсчётов', uz: 'sanoq pauzalari', en: 'pauses of the countdowns' },
  'joint/streams.jsonl': {
    ru: 'стримы вместе и приглашения в них',
    uz: 'birgalikdagi strimlar va ularga takliflar',
    en: 'streams together and invitations to them',
  },
  'joint/members.jsonl': {
    ru: 'участники этих стримов и их доли',
    uz: 'shu strimlar ishtirokchilari va ularning ulushlari',
    en: 'members of those streams and their shares',
  },
  'joint/given.jsonl': {
    ru: 'как разделены ваши донаты в стримах вместе',
    uz: 'birgalikdagi strimlarda donatlaringiz qanday taqsimlangani',
    en: 'how your donations in streams together were shared',
  },
  'memberships/levels.jsonl': {
    ru: 'уровни поддержки',
    uz: 'qoʻllab-quvvatlash darajalari',
    en: 'levels of monthly support',
  },
  'memberships/members.jsonl': { ru: 'ваши подписчики', uz: 'obunachilaringiz', en: 'your members' },
  'memberships/given.jsonl': {
    ru: 'ваша ежемесячная поддержка авторов',
    uz: 'mualliflarni har oylik qoʻllab-quvvatlashingiz',
    en: 'support you give',
  },
  'memberships/given-months.jsonl': { ru: 'её месяцы', uz: 'uning oylari', en: 'months of that support' },
  'memberships/gifts-given.jsonl': {
    ru: 'месяцы и вещи, которые вы подарили',
    uz: 'siz sovgʻa qilgan oylar va buyumlar',
    en: 'months and merch you gave to others',
  },
  'memberships/gifts-received.jsonl': {
    ru: 'подаренные месяцы ваших уровней и ваш мерч',
    uz: 'darajalaringizning sovgʻa qilingan oylari va merchingiz',
    en: 'gifted months of your levels, and your merch',
  },
  'memberships/gift-tickets.jsonl': {
    ru: 'ваши билеты на подаренные месяцы и вещи',
    uz: 'sovgʻa oylar va buyumlar uchun chiptalaringiz',
    en: 'your tickets for gifted months and merch',
  },
  'memberships/gifts-got.jsonl': {
    ru: 'месяцы и вещи, которые подарили вам',
    uz: 'sizga sovgʻa qilingan oylar va buyumlar',
    en: 'months and merch given to you',
  },
  'memberships/chat.jsonl': {
    ru: 'ваш закрытый чат для подписчиков',
    uz: 'obunachilar uchun yopiq chatingiz',
    en: 'your closed chat for members',
  },
  'memberships/chats-entered.jsonl': {
    ru: 'закрытые чаты, в которые вас впустил бот',
    uz: 'bot sizni kiritgan yopiq chatlar',
    en: 'closed chats that the bot let you into',
  },
  'memberships/muted.jsonl': {
    ru: 'чьи сообщения вы не хотите',
    uz: 'kimning xabarlarini istamaysiz',
    en: 'whom you have muted',
  },
  'memberships/messages.jsonl': {
    ru: 'ваши сообщения подписчикам',
    uz: 'obunachilarga xabarlaringiz',
    en: 'your messages to members',
  },
  'posts/posts.jsonl': { ru: 'посты и черновики', uz: 'postlar va qoralamalar', en: 'posts and drafts' },
  'posts/audio.jsonl': {
    ru: 'аудио постов, файлы лежат в audio',
    uz: 'postlar audiosi, fayllar audio jildida',
    en: 'audio of the posts, the files are in audio',
  },
  'merch/products.jsonl': { ru: 'ваши товары', uz: 'tovarlaringiz', en: 'your products' },
  'merch/pictures.jsonl': { ru: 'картинки товаров', uz: 'tovarlar rasmlari', en: 'pictures of the products' },
  'orders/orders.jsonl': {
    ru: 'ваши заказы и корзина',
    uz: 'buyurtmalaringiz va savat',
    en: 'your orders and the basket',
  },
  'orders/lines.jsonl': { ru: 'что в них заказано', uz: 'ularda nima buyurtma qilingan', en: 'what they contain' },
  'orders/steps.jsonl': { ru: 'путь заказов', uz: 'buyurtmalar yoʻli', en: 'the way of the orders' },
  'orders/refunds.jsonl': {
    ru: 'возвраты по заказам',
    uz: 'buyurtmalar boʻyicha qaytarishlar',
    en: 'refunds of the orders',
  },
  'widgets/settings.jsonl': { ru: 'настройки виджетов', uz: 'vidjet sozlamalari', en: 'settings of the widgets' },
  'widgets/sounds.jsonl': {
    ru: 'звуки оповещений, файлы лежат в sounds',
    uz: 'bildirishnoma tovushlari, fayllar sounds jildida',
    en: 'sounds of alerts, the files are in sounds',
  },
  'widgets/sites.jsonl': {
    ru: 'сайты, где стоит ваша форма',
    uz: 'shaklingiz turgan saytlar',
    en: 'sites that show your form',
  },
  'tools/keys.jsonl': {
    ru: 'ключи программ, без самих ключей',
    uz: 'dastur kalitlari, kalitlarning oʻzisiz',
    en: 'keys of programs, without the keys',
  },
  'tools/applications.jsonl': {
    ru: 'ваши приложения, без секретов',
    uz: 'ilovalaringiz, sirlarsiz',
    en: 'your applications, without secrets',
  },
  'tools/webhooks.jsonl': { ru: 'вебхуки, без секретов', uz: 'vebxuklar, sirlarsiz', en: 'webhooks, without secrets' },
  'tools/codes.jsonl': {
    ru: 'чат Telegram, куда приходят коды входа',
    uz: 'kirish kodlari keladigan Telegram chati',
    en: 'the chat of Telegram that gets login codes',
  },
  'tools/notices.jsonl': { ru: 'куда приходят уведомления', uz: 'xabarnomalar qayerga keladi', en: 'where notices go' },
};

const aboutWords: Readonly<Record<'title' | 'begun' | 'form' | 'left' | 'missing', Translated>> = {
  title: { ru: 'Всё ваше', uz: 'Hammasi sizniki', en: 'Everything of yours' },
  begun: { ru: 'Собрано с', uz: 'Yigʻish boshlangan vaqt', en: 'Begun at' },
  form: {
    ru: 'Каждый файл .jsonl — строки JSON, одна на запись, в UTF-8. Суммы в основных единицах валюты, время по UTC. Если записей нет, нет и файла. Каждое поле описано в docs/moving-out.md исходного кода.',
    uz: 'Har bir .jsonl fayl — JSON qatorlari, har yozuvga bittadan, UTF-8 da. Summalar valyutaning asosiy birligida, vaqt UTC boʻyicha. Yozuv boʻlmasa, fayl ham yoʻq. Har bir maydon manba kodidagi docs/moving-out.md da tavsiflangan.',
    en: 'Each .jsonl file has lines of JSON, one for each record, in UTF-8. Sums are in main units of the currency, times in UTC. Without records there is no file. Every field is described in docs/moving-out.md of the source.',
  },
  left: {
    ru: 'Здесь нет паролей, ключей и секретов, имён тех, кто дал анонимно, и телефонов других людей.',
    uz: 'Bu yerda parollar, kalitlar va sirlar, anonim berganlarning ismlari va boshqalarning telefonlari yoʻq.',
    en: 'There are no passwords, keys or secrets here, no names of those who gave anonymously, and no phones of others.',
  },
  missing: {
    ru: 'Файлы, которых в хранилище не нашлось, названы в missing.txt.',
    uz: 'Omborda topilmagan fayllar missing.txt da koʻrsatilgan.',
    en: 'Files that the store does not have are named in missing.txt.',
  },
};

/** The README of an archive. `names`: of all files that it may have. */
export function archiveReadme(names: readonly string[], language: Locale, begunAt: Date): string {
  const say = (name: keyof typeof aboutWords) => aboutWords[name][language];
  const lines = names.map((name) => {
    const words = fileWords[name];
    if (words === undefined) throw new Error(`the README has no words for ${name}`);
    return `${name}: ${words[language]}`;
  });
  return [
    say('title'),
    `${say('begun')} ${begunAt.toISOString()}`,
    '',
    say('form'),
    say('left'),
    say('missing'),
    '',
    ...lines,
    '',
  ].join('\n');
}
