export { CiteParser, type CiteToken } from './cite-parser.ts'
