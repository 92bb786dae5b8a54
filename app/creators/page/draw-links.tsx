import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { AnnouncedDraw } from '#app/draws/announced-draw.ts';

/** Leads to the draws of a creator. */
export function DrawLinks({ draws }: { readonly draws: readonly AnnouncedDraw[] }) {
  return draws.map(({ id, text, isHeld }) => (
    <Link key={id} to={`/draws/${id}`}>
      {isHeld ? <Trans>Итоги розыгрыша: {text}</Trans> : <Trans>Розыгрыш: {text}</Trans>}
    </Link>
  ));
}
