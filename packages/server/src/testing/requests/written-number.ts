const MARK = '\ue000'

/** A number as it is to stand in a body, where what `JSON.stringify` writes would be another text. */
export class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    return MARK + this.text + MARK
  }
}

/** A value as JSON text, with written numbers as they are. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(new RegExp(`"${MARK}([^${MARK}]*)${MARK}"`, 'g'), '$1')
}
