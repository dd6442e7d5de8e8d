import type { StandardSchema } from "@framework/shared";

export interface Book {
  author: string;
  year: number;
}
export const inValibot: StandardSchema<Book>;
export const others: Readonly<Record<"valibot" | "arktype", StandardSchema<Book>>>;
