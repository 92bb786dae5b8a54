import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useCopy } from '#base/ui/copy/use-copy.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import classes from './tools-screen.module.css';

/** A secret that the server returns only once; it stays until its owner confirms that it is saved. */
export function ShownOnce({
  secret,
  children,
  onDone,
}: {
  readonly secret: string;
  readonly children: ReactNode;
  readonly onDone: () => void;
}) {
  const { outcome, copy } = useCopy();
  return (
    <div className={classes.once} role="status">
      <p>{children}</p>
      <Private>
        <code className={classes.secret}>{secret}</code>
      </Private>
      <Row gap={12}>
        <ActionButton onClick={() => void copy(secret)}>
          {outcome === 'copied' ? <Trans>Скопировано</Trans> : <Trans>Скопировать</Trans>}
        </ActionButton>
        <ActionButton look="quiet" onClick={onDone}>
          <Trans>Готово, сохранено</Trans>
        </ActionButton>
      </Row>
    </div>
  );
}
