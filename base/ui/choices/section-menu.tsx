import type { Icon } from '@tabler/icons-react';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import classes from './section-menu.module.css';

/** A screen that the menu leads to. */
interface Section {
  readonly to: string;
  readonly label: ReactNode;
  readonly icon: Icon;
  readonly isHere: boolean;
  /** The number of pending items, and the words for it. */
  readonly waiting?: { readonly count: number; readonly words: ReactNode } | undefined;
}

interface SectionMenuProps {
  readonly label: string;
  readonly sections: readonly Section[];
  /** Shown on the button of a phone, behind the current section. */
  readonly sign?: ReactNode;
  /** Shown below the sections. */
  readonly children?: ReactNode;
}

/** The sections of an area: a column at the side, on narrow screens a sheet behind a button that names the current one. */
export function SectionMenu({ label, sections, sign, children }: SectionMenuProps) {
  const id = useId();
  const current = sections.find(({ isHere }) => isHere);
  const waits = sections.some(({ isHere, waiting }) => !isHere && waiting !== undefined);
  return (
    <nav aria-label={label}>
      <button type="button" className={classes.open} popoverTarget={id} data-waits={waits || undefined}>
        {current && <current.icon size={20} stroke={1.75} aria-hidden />}
        <span className={classes.name}>
          {current === undefined ? (
            label
          ) : (
            <>
              <span className="spoken">{label}: </span>
              {current.label}
            </>
          )}
        </span>
        {sign}
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </button>
      <div id={id} popover="auto" className={classes.sheet}>
        <div className={classes.sections}>
          {sections.map((section) => (
            <SectionLink key={section.to} {...section} />
          ))}
        </div>
        {children}
      </div>
    </nav>
  );
}

function SectionLink({ to, label, icon: Icon, isHere, waiting }: Section) {
  return (
    <Link
      to={to}
      className={classes.section}
      aria-current={isHere ? 'page' : undefined}
      onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className={classes.name}>{label}</span>
      {waiting && (
        <span className={classes.count}>
          <span aria-hidden>{waiting.count > 999 ? '999+' : waiting.count}</span>
          <span className="spoken">{waiting.words}</span>
        </span>
      )}
    </Link>
  );
}
