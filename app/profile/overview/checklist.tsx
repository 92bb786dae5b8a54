import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircle, IconCircleCheck, IconClockHour4 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { Panel } from '#base/ui/panel/panel.tsx';
import { addressOfField } from '../edit/edit-sections.ts';
import classes from './checklist.module.css';
import { firstSteps, type StepState, type stateOfSteps } from './first-steps.ts';

const icons = { open: IconCircle, waiting: IconClockHour4, done: IconCircleCheck } as const;

/** The first steps of a creator with what is left to do, and when others will find the page. */
export function Checklist({ states }: { readonly states: ReturnType<typeof stateOfSteps> }) {
  const { t } = useLingui();
  const done = firstSteps.filter((step) => states[step] !== 'open').length;
  const all = firstSteps.length;
  const steps = {
    name: { words: t`Выберите имя страницы: это и есть ссылка на неё`, to: addressOfField('userName') },
    types: { words: t`Отметьте, чем вы занимаетесь`, to: addressOfField('UserType') },
    avatar: { words: t`Поставьте фото: лицо узнают быстрее имени`, to: addressOfField('Avatar') },
    about: { words: t`Расскажите о себе в паре фраз`, to: addressOfField('About') },
    test: { words: t`Покажите на стриме тестовое оповещение`, to: '/profile/alerts' },
    share: { words: t`Поделитесь ссылкой и получите первый донат`, to: null },
  };
  const names: Readonly<Record<StepState, string>> = {
    open: t`предстоит`,
    waiting: t`на проверке`,
    done: t`готово`,
  };
  return (
    <Panel
      title={
        <Trans>
          Первые шаги: {done} из {all}
        </Trans>
      }
    >
      <Text dim>
        <Findable types={states.types} />
      </Text>
      <Stack as="ol" className={classes.steps}>
        {firstSteps.map((step) => {
          const { words, to } = steps[step];
          const state = states[step];
          const Icon = icons[state];
          return (
            <li key={step} data-state={state}>
              <Icon size={22} stroke={1.75} role="img" aria-label={names[state]} />
              {to !== null && state === 'open' ? <Link to={to}>{words}</Link> : <span>{words}</span>}
            </li>
          );
        })}
      </Stack>
    </Panel>
  );
}

function Findable({ types }: { readonly types: StepState }) {
  switch (types) {
    case 'done':
      return <Trans>Страница открыта, её находят в поиске и списке авторов.</Trans>;
    case 'waiting':
      return (
        <Trans>
          Страница открыта по ссылке. В поиске и списке авторов она появится, как только модератор подтвердит, чем вы
          занимаетесь.
        </Trans>
      );
    case 'open':
      return (
        <Trans>
          Страница открыта по ссылке. В поиске и списке авторов она появится, когда вы отметите, чем занимаетесь, и
          модератор это подтвердит.
        </Trans>
      );
  }
}
