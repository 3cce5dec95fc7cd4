/* look_ups.h - counts look-ups where generated code calls them; included after the header of the model. */
#define LOOK_UP(call) (counted[OF_LOOK_UP]++, call)
#define dtc_table_row(...) LOOK_UP(dtc_table_row(__VA_ARGS__))
#define dtc_table1(...) LOOK_UP(dtc_table1(__VA_ARGS__))
#define dtc_table1_line(...) LOOK_UP(dtc_table1_line(__VA_ARGS__))
#define dtc_table1_stairs(...) LOOK_UP(dtc_table1_stairs(__VA_ARGS__))
#define dtc_table1_der(...) LOOK_UP(dtc_table1_der(__VA_ARGS__))
#define dtc_table2(...) LOOK_UP(dtc_table2(__VA_ARGS__))
#define dtc_table2_der(...) LOOK_UP(dtc_table2_der(__VA_ARGS__))
