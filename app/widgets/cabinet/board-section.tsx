import type { ReactNode } from 'react';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { WidgetSection } from './widget-section.tsx';

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
    <WidgetSection title={title} preview={children} address={address}>
      <div className={panel.section}>
        <p>{words}</p>
        <div>
          <LinkButton to={to} look="quiet">
            {act}
          </LinkButton>
        </div>
      </div>
    </WidgetSection>
  );
}
