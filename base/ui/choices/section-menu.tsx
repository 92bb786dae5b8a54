import { Trans } from '@lingui/react/macro';
import type { Icon } from '@tabler/icons-react';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
// The screens of cabinet and staff have the menu; public pages have no byte left for it.
import '../chart/figure.css';
import '../fields/native-controls.css';
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

interface SectionGroup {
  /** Null: what comes first needs no heading. */
  readonly name: ReactNode | null;
  readonly sections: readonly Section[];
}

interface SectionMenuProps {
  readonly label: string;
  readonly groups: readonly SectionGroup[];
  /** The addresses of the sections that narrow screens keep in a bar at the thumb, in its order; the others are behind «Ещё». */
  readonly atThumb?: readonly string[] | undefined;
  /** Shown on the button of a narrow screen. */
  readonly sign?: ReactNode;
  /** Shown below the sections. */
  readonly children?: ReactNode;
}

/** The sections of an area: a column at the side; on narrow screens a sheet behind a button, or behind the last place of a bar. */
export function SectionMenu({ label, groups, atThumb, sign, children }: SectionMenuProps) {
  const id = useId();
  const sections = groups.flatMap((group) => group.sections);
  return (
    <nav aria-label={label}>
      {atThumb === undefined ? (
        <OpenButton sheet={id} label={label} sections={sections} sign={sign} />
      ) : (
        <ThumbBar sheet={id} sections={sections} atThumb={atThumb} sign={sign} />
      )}
      <div id={id} popover="auto" className={classes.sheet}>
        {groups.map((group) => (
          <Group key={group.sections[0]?.to} group={group} atThumb={atThumb} />
        ))}
        {children}
      </div>
    </nav>
  );
}

interface GroupProps extends Pick<SectionMenuProps, 'atThumb'> {
  readonly group: SectionGroup;
}

function Group({ group: { name, sections }, atThumb }: GroupProps) {
  return (
    <div className={classes.group}>
      {name !== null && <p>{name}</p>}
      <div className={classes.sections}>
        {sections.map((section) => (
          <SectionLink key={section.to} section={section} isAtThumb={atThumb?.includes(section.to)} />
        ))}
      </div>
    </div>
  );
}

interface OpenButtonProps extends Pick<SectionMenuProps, 'label' | 'sign'> {
  readonly sections: readonly Section[];
  /** The id of what it opens. */
  readonly sheet: string;
}

/** Names the current section. */
function OpenButton({ sheet, label, sections, sign }: OpenButtonProps) {
  const current = sections.find(({ isHere }) => isHere);
  const waits = sections.some(({ isHere, waiting }) => !isHere && waiting !== undefined);
  return (
    <button type="button" className={classes.open} popoverTarget={sheet} data-waits={waits || undefined}>
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
  );
}

interface ThumbBarProps extends Pick<OpenButtonProps, 'sheet' | 'sections' | 'sign'> {
  readonly atThumb: readonly string[];
}

/** Lets what stands above the bar know its height, which grows with the letters. */
function measureBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => {
    // Wide windows show a column instead.
    if (bar.offsetHeight === 0) style.removeProperty('--place-bar');
    else style.setProperty('--place-bar', `${String(bar.offsetHeight)}px`);
  });
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    style.removeProperty('--place-bar');
  };
}

/** The bar at the lower edge of the window. */
function ThumbBar({ sheet, sections, atThumb, sign }: ThumbBarProps) {
  const places = atThumb.flatMap((to) => sections.find((section) => section.to === to) ?? []);
  const inSheet = sections.find(({ to, isHere }) => isHere && !atThumb.includes(to));
  return (
    <div ref={measureBar} className={classes.bar}>
      {places.map(({ to, label, icon: Icon, isHere }) => (
        <Link key={to} to={to} className={classes.place} aria-current={isHere ? 'page' : undefined}>
          <Icon size={22} stroke={1.75} aria-hidden />
          <span>{label}</span>
        </Link>
      ))}
      <button type="button" className={classes.place} popoverTarget={sheet} aria-current={inSheet && 'true'}>
        <IconDots size={22} stroke={1.75} aria-hidden />
        <span>
          <Trans>Ещё</Trans>
          {inSheet && <span className="spoken"> ({inSheet.label})</span>}
        </span>
        {sign && <span className={classes.sign}>{sign}</span>}
      </button>
    </div>
  );
}

interface SectionLinkProps {
  readonly section: Section;
  readonly isAtThumb: boolean | undefined;
}

function SectionLink({ section: { to, label, icon: Icon, isHere, waiting }, isAtThumb }: SectionLinkProps) {
  return (
    <Link
      to={to}
      className={classes.section}
      data-at-thumb={isAtThumb || undefined}
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
