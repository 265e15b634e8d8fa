// unit.hpp - the parts of the unit tests, each in a file of its own below unit/.

#ifndef UNIT_HPP
#define UNIT_HPP

void test_json();
void test_errors();
void test_texts();
void test_sessions();
void test_log();
void test_memory();
void test_secrets();

#endif
