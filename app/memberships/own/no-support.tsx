import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';

/** The user supports nobody monthly. `children`: what would be there. */
export function NoSupport({ children }: { readonly children: ReactNode }) {
  return (
    <EmptyState
      title={<Trans>Вы пока никого не поддерживаете каждый месяц</Trans>}
      action={
        <LinkButton to="/authors" look="quiet">
          <Trans>Выбрать автора</Trans>
        </LinkButton>
      }
    >
      {children}
    </EmptyState>
  );
}
