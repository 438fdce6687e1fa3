import { ConfigurationError, must } from './configuration-error.ts'
import type { RequestOptions, ResearchParams } from './options.ts'

const FIELDS = 'query reasoning_level options request_id metadata'
const FIELDS_OF_OPTIONS = 'include_thinking include_tool_calls'

/** Rejects fields that the request does not have, because an option among them would be lost. */
function checkFields(given: unknown, fields: string, path = ''): void {
  for (const name of Object.keys(Object(given))) {
    if (!fields.split(' ').includes(name)) {
      throw new ConfigurationError(
        `There is no field ${path}${name}. Options are the second argument, other fields its extraBody.`,
      )
    }
  }
}

/** The body of a request. Only the names of its fields are checked here; the service checks their values. */
export function requestBody(params: ResearchParams, extraBody: RequestOptions['extraBody']): string {
  must(typeof params === 'object' && params, 'The first argument', 'an object with a query')
  checkFields(params, FIELDS)
  checkFields(params.options, FIELDS_OF_OPTIONS, 'options.')
  return JSON.stringify({ ...params, ...extraBody })
}
