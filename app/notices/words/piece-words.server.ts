import type { PieceNews } from '#app/gifts/gift-notices.server.ts';
import type { Locale } from '#base/text/locales.ts';

type Said = Pick<PieceNews, 'creator' | 'product'>;

/** The words of one message; `day`: until when the piece can be ordered. */
interface PieceWords {
  title(said: Said): string;
  line(day: string): string;
}

const russian: Record<PieceNews['said'], PieceWords> = {
  got: {
    title: ({ creator, product }) => `${creator}: вам досталась вещь «${product}»`,
    line: (day) => `Выберите размер и пункт выдачи до ${day}. Платить не нужно.`,
  },
  soon: {
    title: ({ creator, product }) => `${creator}: вещь «${product}» всё ещё ждёт вас`,
    line: (day) => `Выберите размер и пункт выдачи до ${day}, иначе она вернётся автору.`,
  },
};

const uzbek: Record<PieceNews['said'], PieceWords> = {
  got: {
    title: ({ creator, product }) => `${creator}: sizga “${product}” nasib etdi`,
    line: (day) => `Oʻlchami va topshirish punktini ${day}gacha tanlang. Toʻlash shart emas.`,
  },
  soon: {
    title: ({ creator, product }) => `${creator}: “${product}” hali ham sizni kutmoqda`,
    line: (day) => `Oʻlchami va topshirish punktini ${day}gacha tanlang, aks holda u muallifga qaytadi.`,
  },
};

const english: Record<PieceNews['said'], PieceWords> = {
  got: {
    title: ({ creator, product }) => `${creator}: you have got “${product}”`,
    line: (day) => `Choose the size and the pickup point by ${day}. There is nothing to pay.`,
  },
  soon: {
    title: ({ creator, product }) => `${creator}: “${product}” is still waiting for you`,
    line: (day) => `Choose the size and the pickup point by ${day}, or it goes back to the creator.`,
  },
};

/** The words about pieces of merch in messages, by language. */
export const pieceWords: Readonly<Record<Locale, Record<PieceNews['said'], PieceWords>>> = {
  ru: russian,
  uz: uzbek,
  en: english,
};
