import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { HostedBooks } from '../hosted/hosted-books.ts';
import { type PaymeCard, type PaymeCardEntry, PaymeCardError } from './payme-card-books.ts';

type Behaviour = Pick<PaymeCard, 'outcome' | 'isReached'> | 'expired';

/** Test cards, all valid to 03/99 (https://developer.help.paycom.uz/integratsiya-s-mobilnym-prilozheniem/testirovanie-v-pesochnitse). */
const testCards: Readonly<Record<string, Behaviour>> = {
  '8600495473316478': { outcome: 'pays', isReached: true },
  '8600069195406311': { outcome: 'pays', isReached: true },
  '8600060921090842': { outcome: 'pays', isReached: false },
  '3333336415804657': 'expired',
  '4444445987459073': { outcome: 'blocked', isReached: true },
  '8600143417770323': { outcome: 'error', isReached: true },
  '8600134301849596': { outcome: 'slow', isReached: true },
  // Ours, since Payme has none without money.
  '8600000000000304': { outcome: 'poor', isReached: true },
};

const testExpiry = '0399';
const testCode = '666666';
const mostWrongCodes = 3;
const codeMilliseconds = 60_000;

const NewCard = z.object({
  card: z.object({ number: z.string().regex(/^\d{16}$/), expire: z.string().regex(/^\d{4}$/) }),
  save: z.boolean().default(true),
});
const Named = z.object({ token: z.string() });
const Coded = Named.extend({ code: z.string() });

const shown = ({ id, number, expire, isSaved, isVerified }: PaymeCard) => ({
  card: { number, expire, token: id, recurrent: isSaved, verify: isVerified },
});

/** The methods of cards: `cards.create`, `get_verify_code`, `verify`, `check` and `remove`. */
export class PaymeCards {
  readonly #books: HostedBooks<PaymeCardEntry>;

  constructor(books: HostedBooks<PaymeCardEntry>) {
    this.#books = books;
  }

  /** The card of a token. Throws Payme's error for an unknown one. */
  require(token: string): PaymeCard {
    const found = this.#books.transaction(token);
    if (found?.kind !== 'card' || found.isGone) throw new PaymeCardError(-31_400, 'Карта не найдена');
    return found;
  }

  /** Ends the token of one payment. */
  spend(card: PaymeCard): void {
    if (!card.isSaved) this.#books.commit({ ...card, isGone: true });
  }

  create(params: unknown) {
    const { card, save } = NewCard.parse(params);
    const { number, expire } = card;
    const behaviour = testCards[number];
    if (behaviour === undefined || expire !== testExpiry) {
      throw new PaymeCardError(-31_300, 'Неверный номер или срок действия карты');
    }
    if (behaviour === 'expired') throw new PaymeCardError(-31_301, 'Срок действия карты истёк');
    const made: PaymeCard = {
      kind: 'card',
      id: randomBytes(48).toString('base64url'),
      number: `${number.slice(0, 6)}******${number.slice(-4)}`,
      expire: `${expire.slice(0, 2)}/${expire.slice(2)}`,
      ...behaviour,
      isSaved: save,
      isVerified: false,
      wrongCodes: null,
      isGone: false,
    };
    this.#books.commit(made);
    return shown(made);
  }

  sendCode(params: unknown) {
    const card = this.require(Named.parse(params).token);
    if (!card.isReached) throw new PaymeCardError(-31_302, 'К карте не подключено СМС-информирование');
    this.#books.commit({ ...card, wrongCodes: 0 });
    return { sent: true, phone: '99890*****31', wait: codeMilliseconds };
  }

  verify(params: unknown) {
    const { token, code } = Coded.parse(params);
    const card = this.require(token);
    if (card.wrongCodes === null) throw new PaymeCardError(-31_101, 'Код не запрошен');
    if (code !== testCode) {
      const wrongCodes = card.wrongCodes + 1;
      this.#books.commit({ ...card, wrongCodes, isGone: wrongCodes >= mostWrongCodes });
      if (wrongCodes < mostWrongCodes) throw new PaymeCardError(-31_103, 'Неверный код подтверждения');
      throw new PaymeCardError(-31_102, 'Превышено количество попыток');
    }
    const verified = { ...card, isVerified: true, wrongCodes: null };
    this.#books.commit(verified);
    return shown(verified);
  }

  check(params: unknown) {
    return shown(this.require(Named.parse(params).token));
  }

  remove(params: unknown) {
    this.#books.commit({ ...this.require(Named.parse(params).token), isGone: true });
    return { success: true };
  }
}
