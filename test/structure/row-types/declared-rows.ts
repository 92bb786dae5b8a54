import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** What a column may be in JavaScript. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'Date'
  | 'Buffer'
  | 'json'
  | `${'string' | 'number' | 'boolean' | 'Date'}[]`;

/** The declared type of a column. */
export interface Declared {
  readonly kinds: readonly Kind[];
  readonly isNullable: boolean;
  /** `unknown`, which does not say whether there is always a value. */
  readonly isOpen: boolean;
}

/** A place in the product where the type of rows is declared. */
export interface Site {
  /** File and line. */
  readonly place: string;
  /** `statement`, or the method of a connection: `execute`, `query`. */
  readonly callee: string;
  /** The statement, if it stands there literally. */
  readonly text: string | null;
  /** Whether it is composed in its place of values and constants alone, so that its text is always the same. */
  readonly isConstant: boolean;
  /** By column; null if no type is given. */
  readonly row: ReadonlyMap<string, Declared> | null;
}

const root = join(import.meta.dirname, '../../..');

const hasSql = /\b(?:statement|execute|query)[<(]/;

const isProduct = (file: string) => !/\.test\.tsx?$/.test(file);

/** The files of the product with SQL, tests apart, relative to its folder. */
const productFiles = globSync(['main.ts', '{app,base,demo,operation,payment-gateway}/**/*.ts'], { cwd: root })
  .filter((file) => isProduct(file) && hasSql.test(readFileSync(join(root, file), 'utf8')))
  .sort();

const kinds: readonly Kind[] = [
  'string',
  'number',
  'boolean',
  'Date',
  'Buffer',
  'string[]',
  'number[]',
  'boolean[]',
  'Date[]',
];

/** A file that declares a variable of each kind, to compare types with. */
const probe = join(root, 'row-kinds.ts');
const probeText = kinds
  .map((kind, index) => {
    const element = kind.replace('[]', '');
    return `declare const kind${index}: ${element === kind ? kind : `readonly (${element} | null)[]`};`;
  })
  .join('\n');

/** Modules with types of columns; those of other libraries take long to read. */
const known = /^(?:\.|#|node:|zod$|sql-template-tag$)/;

function programOf(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const lean = { ...options, lib: ['lib.esnext.d.ts'], types: ['node'] };
  const host = ts.createCompilerHost(lean, true);
  const { getSourceFile } = host;
  host.resolveModuleNameLiterals = (literals, from, _, given) =>
    literals.map(({ text }) =>
      known.test(text) ? ts.resolveModuleName(text, from, given, host) : { resolvedModule: undefined },
    );
  host.getSourceFile = (name, ...rest) =>
    name === probe ? ts.createSourceFile(name, probeText, ts.ScriptTarget.ESNext, true) : getSourceFile(name, ...rest);
  return ts.createProgram([...files.map((file) => join(root, file)), probe], lean, host);
}

/** What the type of a column takes. `unknown` takes JSON alone: whatever else there is has a type. */
function declaredAs(type: ts.Type, checker: ts.TypeChecker, wanted: ReadonlyMap<Kind, ts.Type>): Declared {
  const value = checker.getNonNullableType(type);
  const parts = value.isUnion() && !(value.flags & ts.TypeFlags.Boolean) ? value.types : [value];
  const fits = kinds.filter((kind) => {
    const type = wanted.get(kind);
    return type !== undefined && parts.some((part) => isOfKind(part, type, checker));
  });
  const isJson = fits.length === 0 || fits.every((kind) => kind.endsWith('[]'));
  return {
    kinds: isJson ? [...fits, 'json'] : fits,
    isNullable: value !== type || takesAll(type),
    isOpen: takesAll(type),
  };
}

const takesAll = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0;

const isOfKind = (part: ts.Type, wanted: ts.Type, checker: ts.TypeChecker) =>
  !takesAll(part) && checker.isTypeAssignableTo(part, wanted);

/** The place where the product declares the types of rows, as `statement<Row>(…)`, `db.execute<Row>(…)` and `client.query<Row>(…)`. */
export function findSites(): Site[] {
  const program = programOf(productFiles);
  const checker = program.getTypeChecker();
  const probed = new Map<Kind, ts.Type>();
  program.getSourceFile(probe)?.forEachChild((node) => {
    if (!ts.isVariableStatement(node)) return;
    const [declaration] = node.declarationList.declarations;
    const kind = kinds[probed.size];
    if (declaration !== undefined && kind !== undefined) probed.set(kind, checker.getTypeAtLocation(declaration));
  });
  const rowOf = (node: ts.TypeNode) => {
    const type = checker.getTypeFromTypeNode(node);
    // Only some of the alternatives may have a column.
    const rows = type.isUnion() ? type.types : [type];
    const columns = rows.flatMap((row) => row.getProperties());
    return new Map(
      columns.map((column) => {
        const declared = declaredAs(checker.getTypeOfSymbol(column), checker, probed);
        const isEverywhere = rows.every((row) => row.getProperty(column.name) !== undefined);
        return [column.name, { ...declared, isNullable: declared.isNullable || !isEverywhere }] as const;
      }),
    );
  };
  return productFiles.flatMap((file) => {
    const source = program.getSourceFile(join(root, file));
    return source === undefined ? [] : callsIn(source).map((call) => siteOf(call, source, rowOf, checker));
  });
}

const callees = /^(?:statement|execute|query)$/;

const calleeOf = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : ts.isIdentifier(expression) ? expression.text : '';

function callsIn(source: ts.SourceFile): ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && callees.test(calleeOf(node))) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isSql = (type: ts.Type): boolean =>
  takesAll(type) || (type.isUnion() ? type.types.some(isSql) : type.symbol?.name === 'Sql');

/** Whether a part of composed SQL is a variable of a module. */
function isOfModule(part: ts.Expression, checker: ts.TypeChecker): boolean {
  const symbol = ts.isIdentifier(part) ? checker.getSymbolAtLocation(part) : undefined;
  const named = symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = named?.valueDeclaration;
  return (
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    ts.isSourceFile(declaration.parent.parent.parent)
  );
}

function hasConstantText(query: ts.Expression | undefined, checker: ts.TypeChecker): boolean {
  if (query === undefined || !ts.isTaggedTemplateExpression(query)) return false;
  if (ts.isNoSubstitutionTemplateLiteral(query.template)) return true;
  const parts = query.template.templateSpans.map(({ expression }) => expression);
  return parts.every((part) => !isSql(checker.getTypeAtLocation(part)) || isOfModule(part, checker));
}

function siteOf(
  call: ts.CallExpression,
  source: ts.SourceFile,
  rowOf: (node: ts.TypeNode) => ReadonlyMap<string, Declared>,
  checker: ts.TypeChecker,
): Site {
  const [text] = call.arguments;
  const [row] = call.typeArguments ?? [];
  const { line } = source.getLineAndCharacterOfPosition(call.expression.getEnd());
  return {
    place: `${relative(root, source.fileName)}:${line + 1}`,
    callee: calleeOf(call),
    text: text !== undefined && ts.isStringLiteralLike(text) ? text.text : null,
    isConstant: hasConstantText(text, checker),
    row: row === undefined ? null : rowOf(row),
  };
}
