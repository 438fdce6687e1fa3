import type {
  ErrorBody,
  errorBodySchema,
  ResearchEvent,
  ResearchFailedData,
  ResearchRequest,
  ResearchResult,
  RetrievedResearch,
  researchEventSchema,
  researchFailedSchema,
  researchRequestSchema,
  researchResultSchema,
  retrievedResearchSchema,
} from '@deep-research/sdk/contract'
import { expectTypeOf, it } from 'vitest'
import type * as z from 'zod'

/** A type without the index signatures by which a loose schema admits further fields. */
type Known<Type> = Type extends readonly (infer Item)[]
  ? Known<Item>[]
  : Type extends object
    ? {
        [Key in keyof Type as string extends Key ? (string extends keyof Required<Type> ? never : Key) : Key]: Known<
          Type[Key]
        >
      }
    : Type

type Retrieved = z.infer<typeof retrievedResearchSchema>

it('the types written by hand are those of the schemas', () => {
  expectTypeOf<z.infer<typeof researchRequestSchema>>().toEqualTypeOf<ResearchRequest>()
  expectTypeOf<z.infer<typeof errorBodySchema>>().toEqualTypeOf<ErrorBody>()
  expectTypeOf<Known<z.infer<typeof researchResultSchema>>>().branded.toEqualTypeOf<Known<ResearchResult>>()
  // A code is any string, which `branded` takes apart into its methods: the error is compared by its fields.
  expectTypeOf<Omit<Known<Retrieved>, 'error'>>().branded.toEqualTypeOf<Omit<Known<RetrievedResearch>, 'error'>>()
  expectTypeOf<keyof Known<Retrieved>>().toEqualTypeOf<keyof RetrievedResearch>()
})

it('what a schema lets through is what the types say', () => {
  expectTypeOf<z.infer<typeof researchResultSchema>>().toExtend<ResearchResult>()
  expectTypeOf<z.infer<typeof retrievedResearchSchema>>().toExtend<RetrievedResearch>()
  expectTypeOf<keyof Known<NonNullable<Retrieved['error']>>>().toEqualTypeOf<
    keyof NonNullable<RetrievedResearch['error']>
  >()
  expectTypeOf<z.infer<typeof researchFailedSchema>>().toExtend<ResearchFailedData>()
  expectTypeOf<z.infer<typeof researchEventSchema>>().toExtend<ResearchEvent>()
})

it('and the reverse: the types promise no more than the schemas', () => {
  expectTypeOf<ResearchEvent['type']>().toEqualTypeOf<z.infer<typeof researchEventSchema>['type']>()
  expectTypeOf<keyof ResearchResult>().toEqualTypeOf<keyof Known<z.infer<typeof researchResultSchema>>>()
  expectTypeOf<keyof ResearchFailedData>().toEqualTypeOf<keyof Known<z.infer<typeof researchFailedSchema>>>()
})
