import { numberFormats, textFormats } from '@goodword/contract/frame/formats'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'

/** No type coercion and no removal of fields: a request is valid as it is, or rejected. */
const ajv = new Ajv({
  useDefaults: true,
  // Errors then contain the violated schema, which the messages are made of.
  verbose: true,
  formats: {
    ...Object.fromEntries(Object.entries(textFormats).map(([name, { check }]) => [name, check])),
    ...Object.fromEntries(
      Object.entries(numberFormats).map(
        ([name, { check }]) => [name, { type: 'number', validate: check }] as const,
      ),
    ),
  },
})

type Validator = { (value: unknown): boolean; errors?: ErrorObject[] | null }

/** Apps of one process share them, such as those of its tests. */
const validators = new WeakMap<object, Validator>()

/**
 * The validator of a schema, which is compiled for its first value: to compile the schemas of all routes would take a third of
 * the start of a process, which gets requests for few of them at first.
 */
export function lazyValidator(schema: object): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  let compiled: ValidateFunction | null = null
  const validator: Validator = (value) => {
    compiled ??= ajv.compile(schema)
    const isValid = compiled(value)
    validator.errors = compiled.errors ?? null
    return isValid
  }
  validators.set(schema, validator)
  return validator
}
