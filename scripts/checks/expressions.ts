import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './steps.ts'

export type Expression = { readonly place: string; readonly expression: RegExp }

/** Sources that untrusted text reaches, except files that only read text of operators or developers. */
const sources = [
  'packages/{domain,contract,client-script,widget}/src/**/*.ts',
  'packages/server/src/{administration,billing,files,frame,outbound,pages,privacy,referring,reporting,routes,tracking}/**/*.ts',
  'packages/server/src/engine/foundation/*.ts',
]
const leftOut =
  /[.](?:test|generated)[.]ts$|\/(?:rows|testing)\/|\/openapi\/(?:client|call-samples)|\/foundation\/setting[.]ts$/

/** Stand for what expressions are made of when they run. */
const samples: Readonly<Record<string, string>> = { alias: 'acme' }

/** Every regular expression of the sources that can match texts of any length, tests left out. */
export function unboundedExpressions(): readonly Expression[] {
  const files = globSync(sources, { cwd: root }).filter((it) => !leftOut.test(it))
  return files
    .flatMap((file) => expressionsOf(file, readFileSync(join(root, file), 'utf8')))
    .filter(isUnbounded)
}

export function expressionsOf(file: string, text: string): readonly Expression[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Expression[] = []
  const visit = (node: ts.Node): void => {
    if (isExpression(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      // A literal is made of no texts, which may come from other files.
      const texts = ts.isNewExpression(node) ? textsOf(source) : []
      found.push({ place: `${file}:${line + 1}`, expression: expressionOf(node, texts) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isExpression(node: ts.Node): boolean {
  return (
    ts.isRegularExpressionLiteral(node) ||
    (ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
  )
}

/** The texts that a file gives names to, which its expressions may be made of. */
function textsOf(source: ts.SourceFile): readonly string[] {
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ initializer }) => initializer !== undefined && isText(initializer))
    .map((it) => `const ${it.getText()}`)
}

function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isTaggedTemplateExpression(node)
}

function expressionOf(node: ts.Node, texts: readonly string[]): RegExp {
  const program = ts.transpile(`${texts.join('\n')}\nreturn ${node.getText()}`)
  return new Function(...Object.keys(samples), program)(...Object.values(samples))
}

/** One without these looks at a fixed number of characters from each place, which is linear. */
function isUnbounded({ expression }: Expression): boolean {
  return /[*+]|\{\d+,\}/.test(expression.source)
}
