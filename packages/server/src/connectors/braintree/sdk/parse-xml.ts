/** An element as the SDK expects it: its attributes are under `@`, its text under `#`; without either it is only a text. */
export type XmlNode = string | { [name: string]: XmlNode | XmlNode[] | Record<string, string> }

type Element = {
  readonly name: string
  readonly node: Exclude<XmlNode, string>
  readonly hasAttributes: boolean
  hasChildren: boolean
  text: string
}

const DECLARATION = /^<\?xml [^?<>]*\?>/
const TAG = /<(?:([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_][\w.-]*="[^"<&]*")*)\s*(\/?)|\/([A-Za-z_][\w.-]*)\s*)>/y
const ATTRIBUTE = /([\w.-]+)="([^"]*)"/g
const BLANK = /^\s*$/
const ENTITY = /&(?:(amp|lt|gt|quot|apos);)?/g

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Parses a document of what the gateway writes: elements, attributes, texts and the five named entities. Null for a document
 * with anything else, or an error, which is for a complete parser.
 */
export function parseXml(document: string): XmlNode | null {
  let at = DECLARATION.exec(document)?.[0].length ?? 0
  const root: Element = elementOf('', '')
  const open: Element[] = [root]
  for (;;) {
    const parent = open.at(-1)
    const end = document.indexOf('<', at)
    if (parent === undefined) return null
    const text = textOf(document.slice(at, end === -1 ? document.length : end))
    if (text === null) return null
    parent.text += text
    if (end === -1) return open.length === 1 && root.hasChildren && isPlain(root) ? root.node : null
    TAG.lastIndex = end
    const [, name, attributes = '', empty, closed] = TAG.exec(document) ?? []
    if (name !== undefined) {
      if (open.length === 1 && root.hasChildren) return null
      const element = elementOf(name, attributes)
      if (empty === '/') add(parent, element)
      else open.push(element)
    } else {
      const above = open.at(-2)
      if (closed === undefined || parent.name !== closed || above === undefined || !isPlain(parent))
        return null
      add(above, parent)
      open.pop()
    }
    at = TAG.lastIndex
  }
}

function elementOf(name: string, attributes: string): Element {
  // Names that objects inherit are names like any other.
  const node: Exclude<XmlNode, string> = Object.create(null)
  const hasAttributes = attributes !== ''
  if (hasAttributes) node['@'] = attributesOf(attributes)
  return { name, node, hasAttributes, hasChildren: false, text: '' }
}

/** Nearly all are one of a few that say a type. */
const knownAttributes = new Map<string, Record<string, string>>()
const MOST_KNOWN = 100

/** The same object for the same text: it is only read. */
function attributesOf(text: string): Record<string, string> {
  const known = knownAttributes.get(text)
  if (known !== undefined) return known
  const attributes: Record<string, string> = Object.create(null)
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) attributes[name] = value
  if (knownAttributes.size < MOST_KNOWN) knownAttributes.set(text, attributes)
  return attributes
}

/** Null for an entity that has no name here. */
function textOf(text: string): string | null {
  if (!text.includes('&')) return text
  let isKnown = true
  const decoded = text.replace(ENTITY, (_, name: string | undefined) => {
    if (name === undefined) isKnown = false
    return characters[name ?? ''] ?? ''
  })
  return isKnown ? decoded : null
}

/** Text beside elements is only for layout. */
function isPlain({ hasChildren, text }: Element): boolean {
  return !hasChildren || BLANK.test(text)
}

function add(parent: Element, { name, node, hasAttributes, hasChildren, text }: Element): void {
  if (hasAttributes && !BLANK.test(text)) node['#'] = text
  const value: XmlNode = hasAttributes || hasChildren ? node : text
  const before = parent.node[name]
  parent.hasChildren = true
  if (before === undefined) parent.node[name] = value
  else if (Array.isArray(before)) before.push(value)
  // Attributes have a name that no element has.
  else parent.node[name] = [before as XmlNode, value]
}
