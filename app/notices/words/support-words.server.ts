import type { DonorNews } from '#app/memberships/donor-notice.server.ts';
import type { Locale } from '#base/text/locales.ts';

/** The words of one message; sums come with their currency, `day` is that of the next charge or try, or of the end of a gifted month. */
interface SaidWords {
  title(creator: string, sum: string): string;
  line(day: string, sum: string): string;
}

type SupportWords = Readonly<Record<DonorNews['said'], SaidWords>>;

const russian: SupportWords = {
  refused: {
    title: (creator, sum) => `${creator}: не удалось списать ${sum}`,
    line: (day) => `Карта отказала. Попробуем ещё раз ${day}. Смените карту, и спишем сразу.`,
  },
  refusedWithoutCard: {
    title: (creator, sum) => `${creator}: не удалось списать ${sum}`,
    line: (day) => `Карта не сохранилась. Попробуем ещё раз ${day}. Добавьте карту, и спишем сразу.`,
  },
  paused: {
    title: (creator) => `${creator}: поддержка приостановлена`,
    line: (_, sum) => `Списать ${sum} не вышло три раза, и мы перестали пробовать. Смените карту или спишите ещё раз.`,
  },
  soon: {
    title: (creator, sum) => `${creator}: скоро спишем ${sum}`,
    line: (day) => `Следующий месяц поддержки спишем ${day}.`,
  },
  cardMissing: {
    title: (creator) => `${creator}: добавьте карту`,
    line: (day, sum) =>
      `Скоро, ${day}, спишем ${sum}, а карта не сохранилась. Добавьте её, чтобы поддержка не прервалась.`,
  },
  cardExpires: {
    title: (creator) => `${creator}: смените карту`,
    line: (day, sum) => `Скоро, ${day}, спишем ${sum}, а срок карты к этому дню закончится. Смените её заранее.`,
  },
  newPrice: {
    title: (creator, sum) => `${creator}: уровень теперь стоит ${sum} в месяц`,
    line: (_, sum) => `Пока вы не согласитесь, действует прежняя цена: ${sum}.`,
  },
  ended: {
    title: (creator) => `${creator}: поддержка закончилась`,
    line: () => 'Страница автора закрыта. Больше ничего не спишем.',
  },
  stopped: {
    title: (creator) => `${creator}: поддержка закончилась`,
    line: () => 'Её остановили сотрудники сайта. Больше ничего не спишем.',
  },
  gifted: {
    title: (creator) => `${creator}: вам достался месяц поддержки`,
    line: (day) => `Вам открыто всё, что обещает уровень: до ${day}. Платить не нужно.`,
  },
};

const uzbek: SupportWords = {
  refused: {
    title: (creator, sum) => `${creator}: ${sum} yechib boʻlmadi`,
    line: (day) => `Karta rad etdi. ${day} kuni yana urinib koʻramiz. Kartani almashtirsangiz, darhol yechamiz.`,
  },
  refusedWithoutCard: {
    title: (creator, sum) => `${creator}: ${sum} yechib boʻlmadi`,
    line: (day) => `Karta saqlanmagan. ${day} kuni yana urinib koʻramiz. Karta qoʻshsangiz, darhol yechamiz.`,
  },
  paused: {
    title: (creator) => `${creator}: yordam toʻxtatib turildi`,
    line: (_, sum) => `${sum} uch marta yechilmadi, boshqa urinmaymiz. Kartani almashtiring yoki toʻlovni takrorlang.`,
  },
  soon: {
    title: (creator, sum) => `${creator}: tez orada ${sum} yechamiz`,
    line: (day) => `Keyingi oy uchun toʻlov ${day} kuni yechiladi.`,
  },
  cardMissing: {
    title: (creator) => `${creator}: karta qoʻshing`,
    line: (day, sum) => `${day} kuni ${sum} yechamiz, lekin karta saqlanmagan. Yordam uzilmasligi uchun uni qoʻshing.`,
  },
  cardExpires: {
    title: (creator) => `${creator}: kartani almashtiring`,
    line: (day, sum) =>
      `${day} kuni ${sum} yechamiz, kartaning muddati esa ungacha tugaydi. Uni oldindan almashtiring.`,
  },
  newPrice: {
    title: (creator, sum) => `${creator}: daraja endi oyiga ${sum}`,
    line: (_, sum) => `Rozi boʻlmaguningizcha avvalgi narx amal qiladi: ${sum}.`,
  },
  ended: {
    title: (creator) => `${creator}: yordam tugadi`,
    line: () => 'Muallifning sahifasi yopildi. Boshqa hech narsa yechmaymiz.',
  },
  stopped: {
    title: (creator) => `${creator}: yordam tugadi`,
    line: () => 'Uni sayt xodimlari toʻxtatdi. Boshqa hech narsa yechmaymiz.',
  },
  gifted: {
    title: (creator) => `${creator}: sizga bir oylik obuna tegdi`,
    line: (day) => `Daraja vaʼda qilgan hamma narsa sizga ${day} kunigacha ochiq. Toʻlash shart emas.`,
  },
};

const english: SupportWords = {
  refused: {
    title: (creator, sum) => `${creator}: ${sum} could not be charged`,
    line: (day) => `The card was refused. We try again on ${day}. With another card we charge at once.`,
  },
  refusedWithoutCard: {
    title: (creator, sum) => `${creator}: ${sum} could not be charged`,
    line: (day) => `The card was not saved. We try again on ${day}. Once you add a card, we charge at once.`,
  },
  paused: {
    title: (creator) => `${creator}: your support is paused`,
    line: (_, sum) => `Charging ${sum} failed three times, so we have stopped trying. Change the card or charge again.`,
  },
  soon: {
    title: (creator, sum) => `${creator}: ${sum} will be charged soon`,
    line: (day) => `The next month of your support is charged on ${day}.`,
  },
  cardMissing: {
    title: (creator) => `${creator}: please add a card`,
    line: (day, sum) => `${sum} is due on ${day}, but no card is saved. Add one so that your support goes on.`,
  },
  cardExpires: {
    title: (creator) => `${creator}: please change your card`,
    line: (day, sum) => `${sum} is due on ${day}, and your card will have expired by then. Change it in time.`,
  },
  newPrice: {
    title: (creator, sum) => `${creator}: your level is now ${sum} a month`,
    line: (_, sum) => `Until you accept it, the earlier price of ${sum} holds.`,
  },
  ended: {
    title: (creator) => `${creator}: your support has ended`,
    line: () => "The creator's page is closed. Nothing more is charged.",
  },
  stopped: {
    title: (creator) => `${creator}: your support has ended`,
    line: () => 'The staff of the site has stopped it. Nothing more is charged.',
  },
  gifted: {
    title: (creator) => `${creator}: you got a month of support`,
    line: (day) => `Everything that the level promises is open to you until ${day}. There is nothing to pay.`,
  },
};

/** The words about monthly support in messages, by language. */
export const supportWords: Readonly<Record<Locale, SupportWords>> = { ru: russian, uz: uzbek, en: english };
