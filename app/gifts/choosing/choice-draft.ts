import { membersOf, StoredValue } from '#base/text/stored-value.ts';

/** What whoever got a piece has chosen so far. It survives reloads and failures in this tab. */
export interface ChoiceDraft {
  readonly sizeId: number | null;
  readonly colorId: number | null;
  readonly pickupPointId: number | null;
  readonly name: string;
  /** In the country's mask. */
  readonly phone: string;
}

interface Opened {
  readonly giftId: string;
  /** Another person in the same browser chooses anew. */
  readonly personId: string;
  /** What is known before anything was typed. */
  readonly empty: ChoiceDraft;
}

const numberOf = (raw: unknown) => (typeof raw === 'number' ? raw : null);
const textOf = (raw: unknown, otherwise: string) => (typeof raw === 'string' && raw !== '' ? raw : otherwise);

/** The draft of this tab for a piece. */
export const storedChoice = ({ giftId, personId, empty }: Opened): StoredValue<ChoiceDraft> =>
  new StoredValue<ChoiceDraft>({
    place: 'session',
    key: `piece:${personId}:${giftId}`,
    empty,
    parse: (raw) => {
      const { sizeId, colorId, pickupPointId, name, phone } = membersOf(raw);
      return {
        sizeId: numberOf(sizeId) ?? empty.sizeId,
        colorId: numberOf(colorId) ?? empty.colorId,
        pickupPointId: numberOf(pickupPointId),
        name: textOf(name, empty.name),
        phone: textOf(phone, empty.phone),
      };
    },
  });
