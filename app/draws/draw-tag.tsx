import { Trans } from '@lingui/react/macro';
import { Tag } from '#base/ui/states/tag.tsx';
import type { ShownDraw } from './draw-shapes.ts';

interface DrawTagProps extends Pick<ShownDraw, 'state'> {
  /** For everybody, who can do nothing but wait. */
  readonly isPublic?: boolean;
}

/** The state of a draw. */
export function DrawTag({ state, isPublic = false }: DrawTagProps) {
  switch (state) {
    case 'open':
      return (
        <Tag look="underWay">
          <Trans>Идёт</Trans>
        </Tag>
      );
    case 'over':
      return (
        <Tag look={isPublic ? 'underWay' : 'waits'}>
          {isPublic ? <Trans>Итоги скоро</Trans> : <Trans>Пора провести</Trans>}
        </Tag>
      );
    case 'held':
      return (
        <Tag look="done">
          <Trans>Проведён</Trans>
        </Tag>
      );
    case 'cancelled':
      return (
        <Tag look="over">
          <Trans>Отменён</Trans>
        </Tag>
      );
    case 'removed':
      return (
        <Tag look="trouble">
          <Trans>Убран</Trans>
        </Tag>
      );
  }
}
