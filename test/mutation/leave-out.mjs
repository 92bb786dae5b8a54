/**
 * What is not mutated, by Stryker's ignore plugin: texts for people, SQL, and what is logged or thrown at programmers. Stryker
 * can only make a text empty. An empty sentence tells nothing of the rules, and an empty statement fails in any test.
 */

/** Whether nothing within a template could be mutated but its text. */
const holdsNamesOnly = (template) =>
  template.expressions.every(({ type }) => ['Identifier', 'MemberExpression', 'NumericLiteral'].includes(type));

const isCallOf = (node, name) =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === name;

function isSql(path) {
  if (!path.isTemplateLiteral() && !path.isStringLiteral()) return false;
  const { parent, node } = path;
  if (isCallOf(parent, 'statement')) return true;
  const isTagged =
    parent.type === 'TaggedTemplateExpression' && parent.tag.type === 'Identifier' && parent.tag.name === 'sql';
  return isTagged && holdsNamesOnly(node);
}

function isForPeople(path) {
  if (path.isStringLiteral()) return /[а-яё]/i.test(path.node.value);
  return (
    path.isTemplateLiteral() &&
    path.node.quasis.some(({ value }) => /[а-яё]/i.test(value.raw)) &&
    holdsNamesOnly(path.node)
  );
}

const nameOf = (node) => (node.type === 'MemberExpression' ? nameOf(node.property) : (node.name ?? node.id?.name));

/** `log.warn(…)`, `request.log.error(…)`, `options.log.warn(…)`. */
function isLogged(path) {
  const call = path.isExpressionStatement() ? path.node.expression : path.node;
  if (call.type !== 'CallExpression') return false;
  const { callee } = call;
  return callee.type === 'MemberExpression' && nameOf(callee.object) === 'log';
}

/** Errors that only say that the program itself is wrong; those of the contract are made by `.because`. */
function isOfProgrammers(path) {
  return path.isNewExpression() && ['Error', 'RangeError'].includes(nameOf(path.node.callee));
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'texts',
    value: {
      shouldIgnore(path) {
        if (isSql(path)) return 'SQL is not mutated, only made empty';
        if (isForPeople(path)) return 'a sentence for people';
        if (isLogged(path)) return 'only logged';
        return isOfProgrammers(path) ? 'the text of an error of the program itself' : undefined;
      },
    },
  },
];
