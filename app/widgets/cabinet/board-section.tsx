import type { ReactNode } from 'react';
import { Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import classes from './cabinet.module.css';
import { WidgetAddress } from './widget-address.tsx';

interface BoardSectionProps {
  readonly title: ReactNode;
  readonly words: ReactNode;
  /** Where the creator makes what is shown. */
  readonly to: string;
  readonly act: ReactNode;
  readonly address: string;
  /** The preview. */
  readonly children: ReactNode;
}

/** Where something of the creator is shown on the stream, in the colours of the statistics. */
export function BoardSection({ title, words, to, act, address, children }: BoardSectionProps) {
  return (
    <Stack as="section" className={classes.columns} gap={40} align="start">
      <div className={panel.section}>
        <h2>{title}</h2>
        <p>{words}</p>
        <div>
          <LinkButton to={to} look="quiet">
            {act}
          </LinkButton>
        </div>
      </div>
      <div className={classes.side}>
        <div className={classes.frame}>{children}</div>
        <WidgetAddress address={address} />
      </div>
    </Stack>
  );
}
