import { Trans } from '@lingui/react/macro';
import { IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { bring } from '#base/pages/bring.ts';
import { ActionButton } from '../page/link-button.tsx';
import type { Shared } from './share-dialog.tsx';

const ShareDialog = lazy(() => bring(() => import('./share-dialog.tsx')));

/** Opens the ways to share an address of the site. */
export function ShareButton(shared: Shared) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconShare2 size={20} stroke={1.75} aria-hidden />
        <Trans>Поделиться</Trans>
      </ActionButton>
      {isOpen && (
        <Suspense>
          <ShareDialog {...shared} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
