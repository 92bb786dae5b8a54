import type { ReactNode } from 'react';
import { useFitted } from '../look/use-fitted.ts';
import type { ShownSettings } from '../widget-shapes.ts';
import { boardLook } from './board-look.ts';
import { fitBoard } from './fit-board.ts';
import board from './statistics-widget-screen.module.css';

/** What a board of something that the creator offers is drawn with. */
export interface BoardProps {
  readonly settings: ShownSettings;
  /** In the cabinet instead of on a whole page. */
  readonly isPreview?: boolean;
}

interface FittedBoardProps extends BoardProps {
  readonly testId: string;
  readonly children: ReactNode;
}

/** A board on the stream in the colours of the statistics, as large as the creator wants it, as far as it fits into the picture. */
export function FittedBoard({ settings, isPreview = false, testId, children }: FittedBoardProps) {
  const fitted = useFitted<HTMLElement>((shown) => fitBoard(shown, settings.statistics.size / 100));
  return (
    <section
      ref={fitted}
      className={board.board}
      style={boardLook(settings)}
      data-preview={isPreview || undefined}
      data-testid={testId}
    >
      {children}
    </section>
  );
}
