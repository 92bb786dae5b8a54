import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigation, useSearchParams } from 'react-router';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';
import type { Profile } from '../profile.calls.ts';
import { markOf } from '../profile-draft.ts';
import { type EditSection, editSections, fieldsIn } from './edit-sections.ts';
import classes from './section-links.module.css';
import type { ProfileForm } from './use-profile-form.ts';

/** The section that the address names, and how to go to another: what is typed stays, since the form does. */
export function useEditSection() {
  const [params, setParams] = useSearchParams();
  const named = editSections.find((one) => one === params.get('section')) ?? 'main';
  const [section, setSection] = useState(named);
  const { state } = useNavigation();
  // The address follows when the guards have let it; if they have not, the section goes back with it.
  useEffect(() => {
    if (state === 'idle') setSection(named);
  }, [named, state]);
  const show = (next: EditSection) => {
    setSection(next);
    setParams(next === 'main' ? {} : { section: next }, { replace: true });
  };
  return { section, show };
}

interface SectionLinksProps {
  readonly profile: Profile;
  readonly form: ProfileForm;
  readonly section: EditSection;
  readonly onShow: (section: EditSection) => void;
}

/** The sections of the form, in sight while it scrolls; marked is only what waits for somebody or failed. */
export function SectionLinks({ profile, form, section, onShow }: SectionLinksProps) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const shown = useRef(section);
  useEffect(() => {
    if (shown.current === section) return;
    shown.current = section;
    // Another section begins at its top, also where the last one was read to its end.
    const top = place.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) place.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [section]);
  const names = { main: t`Основное`, about: t`О себе`, links: t`Ссылки`, look: t`Оформление` };
  const marked = (mark: 'Awaiting' | 'Reject') =>
    profile.fields.filter(({ name }) => markOf(profile, form.draft, name) === mark).map(({ name }) => name);
  const waiting = marked('Awaiting');
  const failed = [...new Set([...marked('Reject'), ...Object.keys(form.errors)])];
  return (
    <>
      <div ref={place} />
      <div ref={bar} className={classes.place}>
        <ChoiceLinks label={t`Части страницы`} inOneLine>
          {editSections.map((one) => (
            <Link
              key={one}
              to={one === 'main' ? '?' : `?section=${one}`}
              replace
              aria-current={one === section ? 'true' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                onShow(one);
              }}
            >
              <span className={classes.name}>
                {names[one]}
                <Marks failed={fieldsIn(one, failed).length} waiting={fieldsIn(one, waiting).length} />
              </span>
            </Link>
          ))}
        </ChoiceLinks>
      </div>
    </>
  );
}

/** How many fields of a section need the creator, or wait for the moderator. */
function Marks({ failed, waiting }: { readonly failed: number; readonly waiting: number }) {
  return (
    <>
      {failed > 0 && (
        <span className={classes.mark} data-tone="bad">
          <span aria-hidden>{failed}</span>
          <span className="spoken">
            <Plural
              value={failed}
              one="исправить # поле"
              few="исправить # поля"
              many="исправить # полей"
              other="исправить # поля"
            />
          </span>
        </span>
      )}
      {waiting > 0 && (
        <span className={classes.mark} data-tone="waits">
          <span aria-hidden>{waiting}</span>
          <span className="spoken">
            <Trans>на проверке: {waiting}</Trans>
          </span>
        </span>
      )}
    </>
  );
}
