// The part of Zapier's platform that the app uses. Its own types come with a package under terms of Zapier's, which only
// the test that runs the app there installs.

type HttpRequest = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly redirect: 'manual'
  /** Without it Zapier throws an error of its own, which hides the service's explanation. */
  readonly skipThrowForStatus: true
}

type HttpResponse = {
  readonly status: number
  readonly content: string
  readonly getHeader: (name: string) => string | undefined
}

/** The first argument of every function that Zapier calls. */
export type Zapier = {
  readonly request: (request: HttpRequest) => Promise<HttpResponse>
  readonly errors: {
    readonly Error: new (message: string, code?: string, status?: number) => Error
    readonly ThrottledError: new (message: string, delaySeconds?: number) => Error
  }
}

/** The second one: the connection, and what the user filled in. Fields that were left empty are absent or empty texts. */
export type Bundle = {
  readonly authData: Readonly<Record<string, string | undefined>>
  readonly inputData: Readonly<Record<string, unknown>>
  /** Where Zapier wants events, while a Zap is turned on. */
  readonly targetUrl?: string
  /** The result of turning it on, while it is turned off. */
  readonly subscribeData?: Readonly<Record<string, unknown>>
  /** The body of an event. */
  readonly cleanedRequest?: unknown
}

/** A field of a form. */
export type Field = {
  readonly key: string
  readonly label: string
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'password'
  readonly helpText?: string
  readonly required?: boolean
  readonly default?: string
  readonly choices?: readonly string[]
}
