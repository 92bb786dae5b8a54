import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import classes from './how-it-works.module.css';

/** How a donation is made, in three steps, and the invitation to creators. */
export function HowItWorks() {
  return (
    <>
      <section className={classes.how} aria-labelledby="how-it-works">
        <h2 id="how-it-works" className={classes.title}>
          <Trans>Как это работает</Trans>
        </h2>
        <ol className={classes.steps}>
          <li>
            <h3>
              <Trans>Найдите автора</Trans>
            </h3>
            <p>
              <Trans>По имени, по нику или в списке: блогеры, стримеры, музыканты, художники.</Trans>
            </p>
          </li>
          <li>
            <h3>
              <Trans>Выберите сумму</Trans>
            </h3>
            <p>
              <Trans>Напишите пару слов и введите карту. Её номер мы не видим и не храним.</Trans>
            </p>
          </li>
          <li>
            <h3>
              <Trans>Услышьте себя на стриме</Trans>
            </h3>
            <p>
              <Trans>Ваше имя и сообщение появятся в эфире через секунду после оплаты.</Trans>
            </p>
          </li>
        </ol>
      </section>
      <section className={classes.invite}>
        <div>
          <h2>
            <Trans>Вы сами создаёте?</Trans>
          </h2>
          <p>
            <Trans>Откройте свою страницу: донаты, оповещения для эфира и мерч в одном месте.</Trans>
          </p>
        </div>
        <LinkButton to="/auth/registration">
          <Trans>Стать автором</Trans>
        </LinkButton>
      </section>
    </>
  );
}
