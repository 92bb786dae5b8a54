import { useLingui } from '@lingui/react';
import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react';

interface TranslatorProps {
  /** What a rule or the server says, in Russian. */
  readonly text: string;
}

const inRussian = ({ text }: TranslatorProps) => text;

/** Shows such a text in the language of the page. The application provides it, and loads it when it is first needed. */
export const FailureTranslator = createContext<ComponentType<TranslatorProps>>(inRussian);

/** Shows what is wrong in the language of the page: rules and the server speak Russian (docs/rules.md#wire). */
export function FailureText({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  const Translator = useContext(FailureTranslator);
  if (i18n.locale === 'ru' || typeof children !== 'string' || !/[а-я]/.test(children)) return children;
  return (
    <Suspense>
      <Translator text={children} />
    </Suspense>
  );
}
