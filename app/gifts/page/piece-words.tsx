import { Plural, Trans } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { giftLimits } from '../gift-rules.ts';
import type { GotPiece as Got } from '../gift-shapes.ts';

/** What happens once the time to enter is over. */
export function PiecesDrawn({ pieces }: { readonly pieces: number }) {
  if (pieces === 1) return <Trans>Вещь достанется кому-то одному, итог будет здесь.</Trans>;
  return (
    <Trans>
      Разыграем <Plural value={pieces} one="# штуку" few="# штуки" many="# штук" other="# штуки" />, каждому по одной.
      Итоги будут здесь.
    </Trans>
  );
}

interface PiecesOfferedProps {
  readonly left: number;
  /** The last one to take them. */
  readonly day: string;
}

/** What whoever comes now can take. */
export function PiecesOffered({ left, day }: PiecesOfferedProps) {
  return (
    <p>
      <Trans>
        Осталось: <Plural value={left} one="# штука" few="# штуки" many="# штук" other="# штуки" />. Кто первый, того и
        вещь, до {day}.
      </Trans>
    </p>
  );
}

/** What has become of the piece that whoever looks got. */
export function GotPiece({ piece: { orderId, until, lapsedAt, withdrawnAt } }: { readonly piece: Got }) {
  const dateText = useDateText();
  const day = dateText(until, { date: 'dayMonth' });
  if (orderId !== null) {
    return (
      <>
        <p>
          <b>
            <Trans>Вам досталась вещь, и вы её уже заказали.</Trans>
          </b>
        </p>
        <LinkButton look="quiet" to={`/order/${orderId}`}>
          <Trans>Открыть заказ</Trans>
        </LinkButton>
      </>
    );
  }
  if (withdrawnAt !== null) {
    return (
      <p>
        <Trans>Вещь вам досталась, но деньги за неё вернули дарителю раньше, чем вы её заказали: её больше нет.</Trans>
      </p>
    );
  }
  if (lapsedAt !== null) {
    const { choiceDays } = giftLimits;
    return (
      <p>
        <Trans>
          Вещь вам досталась, но за {choiceDays} дней вы её не заказали. Срок вышел {day}, и она вернулась на витрину.
        </Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        <b>
          <Trans>Вам досталась вещь!</Trans>
        </b>
      </p>
      <p>
        <Trans>Она и доставка до пункта выдачи оплачены. Выберите, какую и куда привезти, до {day}.</Trans>
      </p>
    </>
  );
}
