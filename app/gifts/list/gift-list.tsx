import { Trans } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { giftPath } from '../gift-path.ts';
import type { ShownGift } from '../gift-shapes.ts';
import { useGiftTitle } from '../gift-title.ts';
import classes from './gift-list.module.css';

/** Gifts that viewers can get now, each with the way to its page. */
export default function GiftList({ gifts }: { readonly gifts: readonly ShownGift[] }) {
  return (
    <Stack as="ul" gap={16} fit>
      {gifts.map((gift) => (
        <li key={gift.id} className={panel.panel}>
          <Announced gift={gift} />
        </li>
      ))}
    </Stack>
  );
}

function Announced({ gift }: { readonly gift: ShownGift }) {
  const { level, left, state, expiresAt } = gift;
  const title = useGiftTitle()(gift);
  const day = useDateText()(expiresAt, { date: 'dayMonth' });
  return (
    <Stack gap={8} fit>
      <h2 className={classes.title}>{title}</h2>
      {level !== null && (
        <p>
          <Trans>Уровень «{level.name}»</Trans>
        </p>
      )}
      <p>
        {state === 'Free' ? (
          <Trans>
            Осталось {left}. Кто первый, тот и заберёт, до {day}.
          </Trans>
        ) : (
          <Trans>Идёт розыгрыш: запишитесь на странице подарка.</Trans>
        )}
      </p>
      <LinkButton to={giftPath(gift)}>
        {state === 'Free' ? <Trans>Забрать</Trans> : <Trans>Участвовать</Trans>}
      </LinkButton>
    </Stack>
  );
}
